// Determines which build of React this process has loaded, for operators and tests.
import { createRequire } from "node:module";

export function reactBuild(): "production" | "development" | "none" {
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /[\\/]react-dom[\\/]cjs[\\/]/.test(file),
  );
  if (loaded.length === 0) return "none";
  return loaded.some((file) => file.includes(".development.")) ? "development" : "production";
}
