// Finds the Chromium for tests: CHROMIUM_PATH, the system's, or Playwright's. When run as a program, installs one if
// none is found: Debian's package as root, else Playwright's download.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const SYSTEM_PATHS = [
  // Chromium's headless shell, which has no window system. The browser tests take 40 % less CPU time with it.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // Makes text as wide in the headless shell as in the complete browser.
  "--font-render-hinting=none",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--explicitly-allowed-ports=6000",
];

/** User agent of a desktop browser, because the default of headless Chrome is treated as a bot. */
export const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36";

export function findBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && existsSync(named)) return named;
  const system = SYSTEM_PATHS.find((path) => existsSync(path));
  if (system !== undefined) return system;
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** Returns the browser's path. Throws an error with instructions if no browser is available. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found !== null) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("no browser found; installing Debian's");
    run("apt-get", ["update", "-qq"]);
    for (const name of ["chromium-headless-shell", "chromium"])
      if (findBrowser() === null) run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
  } else {
    console.log("no browser found; downloading Playwright's");
    run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  }
  const installed = findBrowser();
  if (installed === null) throw new Error("No Chromium. Install one, or set CHROMIUM_PATH to it.");
  return installed;
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
}
