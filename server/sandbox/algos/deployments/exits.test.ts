// A deployment stops retrying an exit order that is rejected repeatedly.
import { expect, it } from "vitest";
import {
  begin,
  broker,
  CLIENT,
  deployments,
  events,
  key,
  openDeployments,
  read,
  run,
} from "../../../../tests/support/deployment-rig.ts";

openDeployments();

it("retries a rejected exit a few times, then reports the rejection and stops", () => {
  const id = begin();
  run(5);
  expect(read(id).positions.length).toBeGreaterThan(0);
  const place = broker.place.bind(broker);
  broker.place = (request) =>
    place({
      ...request,
      api: {
        type: "MARKET",
        triggerPaise: null,
        isAfterMarket: false,
        fault: { kind: "reject", cause: "EXCHANGE" },
        document: "{}",
      },
    });
  deployments.act(CLIENT, id, key(), { verb: "exit", note: null });
  run(1_500);
  const refused = broker.orders
    .list(CLIENT, { deploymentId: id, limit: 500 })
    .filter(({ status }) => status === "REJECTED");
  expect(refused.length).toBeGreaterThan(2);
  expect(refused.length).toBeLessThanOrEqual(20);
  expect(events(id).filter((event) => event.startsWith("exit_refused"))).toHaveLength(1);
});
