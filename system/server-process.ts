/** How Node is started for the site, as `npm start` does it: what keeps the memory small after a flood. */
export const serverProcess = {
  variables: { MALLOC_ARENA_MAX: "2" },
  arguments: ["--max-semi-space-size=4", "--heap-growing-percent=30"],
};
