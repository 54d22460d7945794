FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
RUN npm install --global pnpm@12.21.0
WORKDIR /workspace
# Fetches packages by the lockfile only, so that a change of sources downloads nothing.
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
COPY patches patches
RUN pnpm fetch
COPY . .
RUN CI=true pnpm install --frozen-lockfile --offline
RUN TURBO_TELEMETRY_DISABLED=1 pnpm build --filter=@partner-accounts/server --filter=@partner-accounts/ops
# Each app with its production dependencies only.
RUN pnpm --filter @partner-accounts/server --prod deploy /out/server
RUN pnpm --filter @partner-accounts/ops --prod deploy /out/ops
# Source maps are for debuggers on developers' machines.
RUN find /out -name '*.js.map' -delete

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
LABEL org.opencontainers.image.title="Partner Accounts" \
  org.opencontainers.image.description="Partners create and read their customers' accounts: REST and tRPC."
# In production the service writes no files: the file system may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
# Owned by root: the service cannot change its own code.
COPY --from=build /out ./
USER node
EXPOSE 3000
# Set by the release workflow.
ARG SERVICE_VERSION=dev
ENV SERVICE_VERSION=$SERVICE_VERSION
# Liveness only: a restart would not bring the database back, which /health/ready reports.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ok})=>process.exit(+!ok))"]
CMD ["node", "server/dist/main.js"]
