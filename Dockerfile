# One container: the site, its relay and the embedded sandbox. `docker run -p 8080:6000 IMAGE` works without settings;
# `docker run -p 8080:6000 IMAGE --sandbox-only` starts the sandbox without the site.
# BASE is a Debian-based Node image of the current LTS; pin it by digest where you build.
ARG BASE=node:24-slim

FROM ${BASE} AS build
WORKDIR /site
ENV CI=true
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Removes everything that the site does not need at run time: development dependencies, TypeScript (an optional peer of Remix), type
# declarations and source maps of libraries. Writes the bill of materials (CycloneDX) to build/sbom.cdx.json; `npm sbom --omit dev`
# would also omit packages that development dependencies share with the site, so they leave package.json first.
RUN npm run build && npm prune --omit=dev && npm pkg delete devDependencies \
 && rm -rf node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && npm run --silent sbom

FROM ${BASE}
LABEL org.opencontainers.image.title="Algo marketplace and trading APIs" \
      org.opencontainers.image.description="A broker's site: ready-made algos, trading and data APIs, embedded sandbox"
# MALLOC_MMAP_THRESHOLD_: hashes of PINs need 16 MiB each, which the allocator otherwise retains once per thread.
ENV NODE_ENV=production PORT=6000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /site
# A new named volume gets the owner of the image's folder, so both folders belong to the user.
RUN groupadd --gid 10001 site && useradd --uid 10001 --gid site --no-create-home --shell /usr/sbin/nologin site \
 && install -d -o site -g site /data /backups
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/build ./build
USER 10001:10001
VOLUME /data
EXPOSE 6000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({host:'127.0.0.1',port:process.env.PORT||6000,path:'/readyz',timeout:2500},r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1)).on('timeout',()=>process.exit(1))"]
ENTRYPOINT ["/bin/sh", "build/operations/start.sh"]
