// Build configuration of the pages: Vite with the Remix plugin. `remix vite:build`, the dev server in server/render/remix-build.ts and Vitest use it.
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

const isTest = process.env.VITEST !== undefined;
// In CI, tests that start processes and sockets are retried once, because the machine may be busy. The run lists the tests that passed
// only on the retry (tests/support/second-tries.ts).
const SECOND_TRIES = process.env.CI === undefined ? 0 : 1;
// Imported by URL so that the bundler of this file does not resolve it: the image is built without the tests.
const slowFirst = new URL("./tests/support/slow-first.js", import.meta.url).href;
const sequence = isTest ? { sequencer: (await import(slowFirst)).default } : {};

/**
 * Warnings that ask for no change: routes without a page have no browser code, the bundler drops a loader's server
 * modules from browser code, and zod's comments are not ours.
 */
function isExpected({ code, plugin, id, message }) {
  if (code === "EMPTY_BUNDLE") return true;
  if (plugin === "vite:resolve") return message.includes("externalized for browser compatibility");
  return code === "INVALID_ANNOTATION" && id?.includes("/node_modules/zod/");
}

export default defineConfig({
  plugins: isTest
    ? []
    : [
        tailwindcss(),
        remix({
          appDirectory: "app",
          ignoredRouteFiles: ["**/*.test.{ts,tsx}"],
          future: {
            v3_fetcherPersist: true,
            v3_lazyRouteDiscovery: false,
            v3_relativeSplatPath: true,
            v3_routeConfig: false,
            v3_singleFetch: false,
            v3_throwAbortReason: true,
            unstable_optimizeDeps: true,
          },
        }),
        compression({
          include: /\.(js|css|svg|webmanifest|txt)$/,
          // The built pages are not sent to browsers.
          exclude: /^index\.js$/,
          algorithms: ["gzip", "brotliCompress"],
          threshold: 512,
          skipIfLargerOrEqual: true,
        }),
      ],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: {
      onwarn: (warning, warn) => isExpected(warning) || warn(warning),
      // By default Rollup opens up to 1,000 files at once, which fails under a limit of 1,024 open files.
      maxParallelFileOps: 100,
    },
  },
  // The live script's worker is a module, so that the dev server can serve it unbundled.
  worker: { format: "es" },
  optimizeDeps: { esbuildOptions: { target: "es2022" } },
  server: { fs: { allow: ["app", "node_modules"] } },
  test: {
    sequence,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          include: ["{app,server}/**/*.test.{ts,tsx}", "tests/*.test.ts", "tests/reports/*.test.ts"],
          // Simulated days take seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          isolate: false,
          retry: SECOND_TRIES,
          include: ["tests/server/**/*.test.ts"],
          globalSetup: "tests/support/run-setup.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          isolate: false,
          retry: SECOND_TRIES,
          include: ["tests/contract/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
