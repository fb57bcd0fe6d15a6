# The site as an image: what `npm run package` makes, and Node. docs/operations/many-machines.md says how it is run.

FROM node:24.21.0-trixie-slim AS build
WORKDIR /build
# When the commit was made, in seconds (git log -1 --format=%ct): then the same commit gives the same files.
ARG SOURCE_DATE_EPOCH
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run package

FROM node:24.21.0-trixie-slim AS site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# All that is ever written lies in these two folders, of an account without rights.
RUN install -d -o 1000 -g 1000 -m 700 /data /backups
WORKDIR /site
COPY --from=build /build/release ./
USER 1000:1000
VOLUME ["/data"]
EXPOSE 3000
# Whether the process is up. Whether the database is as well, which a new process would not mend, says /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]

# The same with PostgreSQL's own programs, for backups: of the server's version or later.
FROM site AS backups
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
USER 1000:1000
VOLUME ["/backups"]
HEALTHCHECK NONE
CMD ["node", "submissions.js", "backup", "--to", "/backups", "--keep", "14"]
