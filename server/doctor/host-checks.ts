// Checks of the machine and its services: data folder, open files, port, bus, certificates, mail and push services.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { createTransport } from "nodemailer";
import { createClient } from "redis";
import { DAY_MS } from "../../app/domain/time.ts";
import { withTimeLimit } from "../../app/domain/with-time-limit.ts";
import { FEEDS } from "../relay/prices/feeds/feeds.ts";
import type { Settings } from "../settings.ts";
import { createFindingCreators, DOCTOR_TIMES, describeFault, type Finding, sendProbe } from "./finding.ts";

const MIB = 2 ** 20;
const DISK_AMBER_BYTES = 1_000 * MIB;
const DISK_RED_BYTES = 50 * MIB;
/** File descriptors that the site needs in addition to those of its viewers. */
const OTHER_HANDLES = 500;
const CERTIFICATE_AMBER_DAYS = 21;
/** Clock difference in ms above which replicas reject each other's messages (busMessageValidMs). */
const BUS_CLOCK_RED_MS = 60_000;
const BUS_CLOCK_AMBER_MS = 5_000;

export async function checkDisk({ dataDir, limits }: Settings): Promise<Finding[]> {
  const found = createFindingCreators("disk");
  const file = join(dataDir, `doctor-${process.pid}`);
  let free: number;
  try {
    mkdirSync(dataDir, { recursive: true });
    const handle = openSync(file, "wx", 0o600);
    writeSync(handle, "doctor");
    fsyncSync(handle);
    closeSync(handle);
    rmSync(file);
    const { bavail, bsize } = statfsSync(dataDir);
    free = bavail * bsize;
  } catch (fault) {
    return found.red(["DATA_DIR"], `not writable: ${describeFault(fault)}`);
  }
  const colour = free < DISK_RED_BYTES ? "red" : free < DISK_AMBER_BYTES ? "amber" : "green";
  return [
    ...found[colour](["DATA_DIR"], `writable; ${Math.round(free / MIB)} MiB are free`),
    ...handles(limits.viewers),
  ];
}

function handles(viewers: number): Finding[] {
  let most: number;
  try {
    most = Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
  } catch {
    return [];
  }
  if (Number.isNaN(most)) return [];
  const isEnough = most >= viewers + OTHER_HANDLES;
  const text = `${most} file handles are available (ulimit -n) for ${viewers} viewers`;
  return createFindingCreators("open files")[isEnough ? "green" : "amber"](["VIEWERS_PER_NODE"], text);
}

export async function checkPort({ port, host }: Settings): Promise<Finding[]> {
  const fault = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(describeFault(error)));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
  const found = createFindingCreators("port");
  if (fault === null) return found.green(["PORT", "HOST"], `port ${port} is free`);
  return fault === "EADDRINUSE"
    ? found.amber(["PORT"], `port ${port} is in use, perhaps by the running site`)
    : found.red(["PORT", "HOST"], `port ${port} cannot be used: ${fault}`);
}

/** Stores and reads a value, publishes and receives a message, and compares the clocks of machine and bus. */
export async function checkBus({ busUrl, busPrefix }: Settings): Promise<Finding[]> {
  if (busUrl === null) return [];
  const found = createFindingCreators("bus");
  const options = {
    url: busUrl,
    socket: { connectTimeout: DOCTOR_TIMES.connectTimeoutMs, reconnectStrategy: false as const },
    commandOptions: { timeout: DOCTOR_TIMES.responseTimeoutMs },
  };
  const client = createClient(options);
  const listener = createClient(options);
  for (const one of [client, listener]) one.on("error", () => {});
  try {
    await Promise.all([client.connect(), listener.connect()]);
    const key = `${busPrefix}:doctor:${process.pid}`;
    await client.set(key, "1", { expiration: { type: "PX", value: DOCTOR_TIMES.checkTimeoutMs } });
    const received = new Promise<true>(
      (resolve) => void listener.subscribe(key, () => resolve(true)).then(() => client.publish(key, "1")),
    );
    if (!(await withTimeLimit(DOCTOR_TIMES.responseTimeoutMs, received, false)))
      throw new Error("no message arrived in time");
    const [seconds, micros] = (await client.sendCommand(["TIME"])) as unknown as string[];
    const skewMs = Math.abs(Date.now() - Number(seconds) * 1_000 - Number(micros) / 1_000);
    const policy = /maxmemory_policy:(\S+)/.exec(String(await client.info("memory").catch(() => "")))?.[1];
    const clock =
      skewMs > BUS_CLOCK_AMBER_MS
        ? found[skewMs > BUS_CLOCK_RED_MS ? "red" : "amber"](
            [],
            `the bus's clock differs from this machine's by ${(skewMs / 1_000).toFixed(1)} s`,
          )
        : [];
    const evicts =
      policy !== undefined && policy !== "noeviction"
        ? found.amber(
            ["BUS_URL"],
            `maxmemory-policy is ${policy}, but must be noeviction so that a lease is never evicted`,
          )
        : [];
    return [...clock, ...evicts, ...found.green(["BUS_URL"], "stores, reads and sends messages")];
  } catch (fault) {
    const text = fault instanceof Error ? fault.message : "";
    const isLogin = /WRONGPASS|NOAUTH/.test(text);
    return found.red(
      ["BUS_URL"],
      isLogin ? "the password was refused" : `the bus failed: ${describeFault(fault)}`,
    );
  } finally {
    client.destroy();
    listener.destroy();
  }
}

/** Returns the addresses of all services with a certificate, each with the name of its setting. */
export function secureAddresses(settings: Settings): [name: string, url: string][] {
  const addresses: [name: string, url: string | null][] = [
    ["BASE_API_URL", settings.baseApiUrl],
    ["AUTH_URL", settings.auth?.url ?? null],
    ["CHAT_URL", settings.chatUrl],
    ["API_ADMIN_FORM_URL", settings.enquiryUrl],
    ["ORDER_UPDATE_URL", settings.orderUpdates.url],
    ["ORDER_WINDOW_URL", settings.orderWindowUrl],
    ...FEEDS.flatMap((feed) =>
      (settings.feeds[feed.name as keyof Settings["feeds"]].urls ?? []).map((url): [string, string] => [
        feed.settings.urls,
        url,
      ]),
    ),
  ];
  return addresses.filter((one): one is [string, string] => /^(?:https|wss):/.test(one[1] ?? ""));
}

/** Checks the expiry dates of all services' certificates. Returns one finding per host that needs attention. */
export async function checkCertificates(settings: Settings): Promise<Finding[]> {
  const findings = await Promise.all(
    secureAddresses(settings).map(async ([name, url]): Promise<Finding[]> => {
      const days = await certificateDays(new URL(url));
      // If the host does not respond, the check of its service reports it.
      return days === null || days > CERTIFICATE_AMBER_DAYS
        ? []
        : createFindingCreators("certificate").amber(
            [name],
            `the certificate of ${new URL(url).hostname} expires in ${Math.floor(days)} days`,
          );
    }),
  );
  return findings.flat();
}

function certificateDays({ hostname, port }: URL): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      timeout: DOCTOR_TIMES.connectTimeoutMs,
    });
    const end = (days: number | null) => {
      resolve(days);
      socket.destroy();
    };
    socket.once("secureConnect", () => {
      const days = (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS;
      end(Number.isNaN(days) ? null : days);
    });
    socket.once("error", () => end(null));
    socket.once("timeout", () => end(null));
  });
}

export async function checkMail({ notifications: { mail } }: Settings): Promise<Finding[]> {
  if (mail === null) return [];
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: DOCTOR_TIMES.connectTimeoutMs,
    greetingTimeout: DOCTOR_TIMES.responseTimeoutMs,
    socketTimeout: DOCTOR_TIMES.responseTimeoutMs,
  });
  try {
    await transport.verify();
    return createFindingCreators("mail").green(["SANDBOX_MAIL_URL"], "the mail server accepts the sign-in");
  } catch (fault) {
    return createFindingCreators("mail").red(
      ["SANDBOX_MAIL_URL"],
      `the mail server refused the sign-in or did not respond: ${describeFault(fault)}`,
    );
  } finally {
    transport.close();
  }
}

/** Checks that the push services are reachable. Skips origins with a wildcard, because they match many hosts. */
export async function checkPush({ notifications: { push } }: Settings): Promise<Finding[]> {
  if (push === null) return [];
  const named = push.services.filter((origin) => !origin.includes("*"));
  const failed = (
    await Promise.all(named.map(async (origin) => ({ origin, answer: await sendProbe(origin) })))
  ).filter(({ answer }) => typeof answer === "string");
  const [first] = failed;
  if (first === undefined)
    return createFindingCreators("push").green(
      ["SANDBOX_PUSH_SERVICES"],
      `${named.length} push services respond`,
    );
  const text = `${failed.length} of ${named.length} push services cannot be reached; ${new URL(first.origin).host}: ${first.answer}`;
  return createFindingCreators("push")[failed.length === named.length ? "red" : "amber"](
    ["SANDBOX_PUSH_SERVICES"],
    text,
  );
}
