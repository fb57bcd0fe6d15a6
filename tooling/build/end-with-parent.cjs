// Loaded into the tools of a build before anything else: they end when the build that has started them does, whatever ended it.
process.on("disconnect", () => process.exit(1));
process.channel?.unref();
