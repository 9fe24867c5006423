// Writers of the crash test, one for each kind of write. Each starts the next write after the response to the previous
// one, until the round ends. They store which writes were acknowledged, and how to send the others again.
import { connect } from "node:net";
import { ALL_DAYS } from "./deploy.ts";
import type { TestUser } from "./sign-in.ts";
import { type Answer, type Site, until } from "./site.ts";

export const KINDS = ["tracklists", "enquiries", "orders", "deployments", "actions"] as const;
export type Kind = (typeof KINDS)[number];

const LISTS = "/algos/tracklist";
const RESEND_WITHIN_MS = 20_000;
const PAUSE_MS = 20;

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
/** Resolves with null if the connection breaks, as in a crash. */
const nullIfBroken = (work: Promise<Answer>): Promise<Answer | null> => work.catch(() => null);

/** The writes that the site acknowledged. */
export class Acknowledged {
  readonly counts: Record<Kind, number> = {
    tracklists: 0,
    enquiries: 0,
    orders: 0,
    deployments: 0,
    actions: 0,
  };
  readonly tracked = new Map<string, boolean>();
  readonly messages = new Set<string>();
  readonly correlationIds = new Set<string>();
  readonly deployments = new Set<string>();
  readonly notes = new Set<string>();
  /** Correlation ids of orders that were sent incompletely; the store must never contain them. */
  readonly incompleteIds = new Set<string>();
}

export type Account = { token: string };

/** One round of writes between two crashes. */
export class Round {
  isOver = false;
  readonly counts: Record<Kind, number> = {
    tracklists: 0,
    enquiries: 0,
    orders: 0,
    deployments: 0,
    actions: 0,
  };
  readonly durations: Record<Kind, number[]>;
  /** Called before each write with its kind. */
  onStart: (kind: Kind) => void = () => {};
  readonly #uncertain: { name: string; again: () => Promise<boolean> }[] = [];
  readonly #site: Site;
  readonly #reader: TestUser;
  readonly #xsrf: string;
  readonly #known: Acknowledged;
  readonly #number: number;
  readonly #setting: { list: string; algos: string[]; account: Account };

  constructor(options: {
    number: number;
    site: Site;
    reader: TestUser;
    xsrf: string;
    known: Acknowledged;
    durations: Record<Kind, number[]>;
    setting: { list: string; algos: string[]; account: Account };
  }) {
    this.#number = options.number;
    this.#site = options.site;
    this.#reader = options.reader;
    this.#xsrf = options.xsrf;
    this.#known = options.known;
    this.durations = options.durations;
    this.#setting = options.setting;
  }

  /** Runs all writers in parallel. Resolves when all have stopped at the end of the round. */
  async run(): Promise<void> {
    await Promise.all([
      this.#trackAndUntrack(),
      this.#enquire(),
      this.#order(),
      this.#deployAndAct(0),
      this.#deployAndAct(1),
    ]);
  }

  /** Sends unacknowledged writes again after a crash, unchanged. The result must be the same as after a single send. */
  async resend(): Promise<number> {
    for (const { again } of this.#uncertain)
      await until(
        () => again().catch(() => false),
        (isDone) => isDone,
        RESEND_WITHIN_MS,
      );
    return this.#uncertain.length;
  }

  /** Returns the names of the writes that were sent but not acknowledged. */
  unacknowledged(): string[] {
    return this.#uncertain.map(({ name }) => name);
  }

  /** Sends only half of a body, which must never become a write. */
  sendHalf(id: string): void {
    this.#known.incompleteIds.add(id);
    const body = JSON.stringify(orderBody(id));
    const socket = connect(this.#site.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      `POST /sandbox/v2/orders HTTP/1.1\r\nHost: 127.0.0.1:${this.#site.port}\r\naccess-token: ${this.#setting.account.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, body.length / 2)}`,
    );
  }

  /**
   * Sends one write. If it is not acknowledged, stores how to send it again. `isAcknowledged` recognises an
   * acknowledgement, `isDuplicate` the response to a write that was executed before.
   */
  async #write(
    kind: Kind,
    name: string,
    send: () => Promise<Answer>,
    isAcknowledged: (answer: Answer) => boolean,
    acknowledge: (answer: Answer) => void,
    isDuplicate: (answer: Answer) => boolean = () => false,
  ): Promise<boolean> {
    const startedAt = performance.now();
    this.onStart(kind);
    const answer = await nullIfBroken(send());
    if (answer !== null && isAcknowledged(answer)) {
      this.durations[kind].push(performance.now() - startedAt);
      this.counts[kind] += 1;
      this.#known.counts[kind] += 1;
      acknowledge(answer);
      return true;
    }
    // The write was temporarily refused (a limit, a sandbox that is down) or lost, so it may not have been executed.
    this.#uncertain.push({
      name,
      again: async () => {
        const again = await send();
        if (isAcknowledged(again)) acknowledge(again);
        return isAcknowledged(again) || isDuplicate(again);
      },
    });
    this.isOver ||= answer === null;
    return false;
  }

  async #trackAndUntrack(): Promise<void> {
    const { algos, list } = this.#setting;
    for (let turn = 0; !this.isOver; turn += 1) {
      const strategy = algos[turn % 6]?.split("/").at(-1) ?? "";
      const isOn = this.#known.tracked.get(strategy) !== true;
      await this.#write(
        "tracklists",
        strategy,
        () =>
          this.#reader.post(LISTS, { xsrf: this.#xsrf, intent: isOn ? "track" : "untrack", list, strategy }),
        ({ status }) => status === 303,
        () => this.#known.tracked.set(strategy, isOn),
      );
      await pause();
    }
  }

  async #enquire(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const message = `Request ${this.#number}-${turn} while things break.`;
      const form = new URLSearchParams({
        name: "Crash",
        email: "crash@example.com",
        organisation: "",
        message,
      });
      let tries = 0;
      const post = async () => {
        tries += 1;
        const from = { "x-forwarded-for": `10.${tries}.${this.#number}.${turn % 250}` };
        const sent = await this.#site.post("/trading-apis/banks", form.toString(), from);
        const [cookie = ""] = sent.headers["set-cookie"] ?? [];
        return sent.status === 303
          ? this.#site.get("/trading-apis/banks", { ...from, cookie: cookie.split(";", 1)[0] ?? "" })
          : sent;
      };
      await this.#write(
        "enquiries",
        message,
        post,
        // While the sandbox is down, the site stores the request itself and confirms it with another reference.
        ({ status, text }) => status === 200 && /ENQ-\d{6}/.test(text),
        () => this.#known.messages.add(message),
      );
      await pause();
    }
  }

  async #order(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const id = `crash-${this.#number}-${turn}`;
      const post = () =>
        this.#site.post("/sandbox/v2/orders", JSON.stringify(orderBody(id)), {
          "content-type": "application/json",
          "access-token": this.#setting.account.token,
        });
      await this.#write(
        "orders",
        id,
        post,
        ({ status }) => status === 200,
        () => this.#known.correlationIds.add(id),
        ({ text }) => text.includes("must be unique"),
      );
      await pause();
    }
  }

  /** Deploys algos on paper, one after the other: confirms, pauses and stops each. */
  async #deployAndAct(lane: number): Promise<void> {
    const { algos } = this.#setting;
    for (let turn = 0; !this.isOver; turn += 1) {
      const algo = algos[(this.#number * 7 + turn * 2 + lane) % algos.length] ?? "";
      const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
      const address = `${algo}/deploy?step=review&mode=paper&multiplier=1&startOn=${today}&${ALL_DAYS}`;
      const review = (await nullIfBroken(this.#reader.get(address)))?.text ?? "";
      if (!review.includes('name="seen"')) {
        await pause();
        continue;
      }
      let place = "";
      const form = {
        xsrf: this.#xsrf,
        key: field(review, "key"),
        seen: field(review, "seen"),
        marginPaise: field(review, "marginPaise"),
        chargesPaise: field(review, "chargesPaise"),
        at: field(review, "at"),
        consent: "yes",
      };
      const isMade = await this.#write(
        "deployments",
        algo,
        () => this.#reader.post(address, form),
        ({ status }) => status === 303,
        ({ headers }) => {
          place = (headers.location ?? "").replace(/\/order-window$|\?note=already$/, "");
          this.#known.deployments.add(place);
        },
      );
      if (!isMade || !(await this.#confirm(place))) continue;
      for (const verb of ["pause", "stop"]) {
        if (this.isOver) return;
        const note = `${verb}-${this.#number}-${lane}-${turn}`;
        const act = () =>
          this.#reader.post(`${place}/${verb}`, { xsrf: this.#xsrf, key: `crash-key-${note}`, note });
        await this.#write(
          "actions",
          note,
          act,
          ({ status }) => status === 303,
          () => this.#known.notes.add(note),
        );
      }
    }
  }

  async #confirm(place: string): Promise<boolean> {
    const redirect = await nullIfBroken(this.#reader.get(`${place}/order-window`));
    const window = new URL(redirect?.headers.location ?? "/", this.#site.origin);
    const answer = await nullIfBroken(
      this.#reader.post("/sandbox/order-window", {
        basket: window.searchParams.get("basket") ?? "",
        return: window.searchParams.get("return") ?? "",
        answer: "confirmed",
      }),
    );
    return answer !== null && answer.status < 400;
  }
}

function orderBody(correlationId: string) {
  return {
    correlationId,
    transactionType: "BUY",
    exchangeSegment: "NSE_EQ",
    productType: "INTRADAY",
    orderType: "MARKET",
    validity: "DAY",
    securityId: "1333",
    quantity: 1,
  };
}
