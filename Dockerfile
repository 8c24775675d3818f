# Builds from a clean clone, with no step before it: docker build --tag timebank .
FROM node:24-trixie-slim AS build
WORKDIR /src
# What decides which packages are installed comes first: a change of the sources alone installs nothing again.
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY contract/package.json contract/
COPY server/package.json server/
COPY tools/generators/package.json tools/generators/
RUN npm ci --ignore-scripts
COPY . .
RUN node_modules/.bin/node tools/release/image.ts /opt/timebank

FROM debian:13-slim
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/timebank --shell /usr/sbin/nologin timebank \
  && install -d -o timebank -g timebank -m 0700 /var/lib/timebank /var/backups/timebank \
  && ln -s /opt/timebank/server/bin/timebank /usr/local/bin/timebank
COPY --from=build /opt/timebank /opt/timebank
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/timebank BACKUP_DIR=/var/backups/timebank
USER 10001:10001
WORKDIR /var/lib/timebank
VOLUME ["/var/lib/timebank", "/var/backups/timebank"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/opt/timebank/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["timebank"]
CMD ["serve", "--create"]
