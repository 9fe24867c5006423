// Runs the site. server/wiring creates its parts: the optional sandbox, the provider services, the relay and the HTTP
// server. This module starts and stops them in order.
import closeWithGrace from "close-with-grace";
import { setBrandLanguage } from "../app/format/locale.ts";
import { createBrandReload } from "./brands/reload-brand.ts";
import { SANDBOX_CLIENTS } from "./sandbox/accounts/clients.ts";
import { ownSecret } from "./session/own-secret.ts";
import { storedLimiters } from "./state/stored-limiters.ts";
import { announceReady } from "./wiring/announce.ts";
import { catalogueShareMaker, openRateLimiters } from "./wiring/buses.ts";
import type { StartContext } from "./wiring/installation.ts";
import { createOrderUpdates, createPriceRelay } from "./wiring/live-services.ts";
import { openOperatorCommands } from "./wiring/operator-commands.ts";
import { openOperatorsPort } from "./wiring/operator-console.ts";
import { openOperatorControls } from "./wiring/operator-controls.ts";
import { createProviderServices } from "./wiring/provider-services.ts";
import { openStatus } from "./wiring/service-states.ts";
import { createSite } from "./wiring/site.ts";
import type { StoreAndSandbox } from "./wiring/store-and-sandbox.ts";

export async function runSite(
  { settings, observability, installation, isAtTerminal }: StartContext,
  { store, spans, sandbox, sandboxStarted }: StoreAndSandbox,
): Promise<void> {
  const { limits } = settings;
  const { log, metrics } = observability;
  setBrandLanguage(settings.brand.language);
  const secrets = settings.sessionSecrets ?? [ownSecret(settings.dataDir)];
  const securityLog = observability.securityLog(secrets[0] ?? "");
  const rates = await openRateLimiters({ settings, log });
  const limiters = storedLimiters(store, limits, settings.busUrl === null ? null : rates);
  const operators = await openOperatorControls({ settings, store, log, metrics, secrets });
  const openCatalogueShare = await catalogueShareMaker({ settings, log, metrics, secrets });
  const services = createProviderServices({
    settings,
    sandbox,
    log,
    metrics,
    secrets,
    limiters,
    openCatalogueShare,
    endedBefore: operators.endedBefore,
  });
  const relay = await createPriceRelay({ settings, sandbox, log, metrics, services, secrets });
  const orders = await createOrderUpdates({ settings, sandbox, log, metrics, services, secrets });
  operators.onSessionsEnded((clientId) => orders?.endClient(clientId));
  const brand = createBrandReload(settings, log);
  brand.onChange(() => sandbox?.replaceBrand());
  const live = { sandbox, services, rates, relay, orders, operators };
  const site = createSite({
    settings,
    installation,
    observability,
    securityLog,
    spans,
    store,
    onBrand: brand.onChange,
    ...live,
  });
  process.on("SIGHUP", brand.reload);

  // The port is bound first. Until the site is ready, requests get a response that it is starting.
  const port = await site.listen(settings.port, settings.host);
  await sandboxStarted;
  const commands = await openOperatorCommands({ dataDir: settings.dataDir, store, sandbox, log });
  const status = openStatus({ settings, observability, store, ...live });
  await site.openPages(status);
  services.catalogueReader.start();
  relay?.start();
  const parts = { ...live, settings, observability, securityLog, store, status, secrets, installation };
  const admin = await openOperatorsPort(parts);
  site.setReady(true);
  const demoClient = sandbox === null ? null : (SANDBOX_CLIENTS[0] ?? null);
  announceReady({ settings, observability, port, isAtTerminal, sandbox, demoClient });

  closeWithGrace(
    { delay: limits.stopTimeoutMs, logger: false, skip: ["SIGHUP"] },
    async ({ signal, err }) => {
      if (err !== undefined) log.fatal({ err }, "unexpected fault; stopping");
      log.info({ signal }, "stopping");
      // The process exits after the time limit. A sandbox that hangs would then keep the data folder in use.
      setTimeout(() => void sandbox?.stop(0), limits.stopTimeoutMs * 0.9).unref();
      site.setReady(false);
      await commands.close();
      orders?.stop();
      await relay?.stop();
      // Ctrl+C (SIGINT) skips draining, because no load balancer is involved. The other services can use the rest of
      // the time limit.
      const drains = signal === "SIGTERM";
      await site.stop(limits.stopTimeoutMs * (drains ? 0.75 : 0.5), { drains });
      await services.catalogueReader.stop();
      await site.closePages();
      await services.close();
      rates.close();
      await sandbox?.stop();
      await admin?.stop();
      await operators.stop();
      await spans?.stop();
      status.stop();
      store.close();
      log.info("stopped");
      await observability.flush();
    },
  );
}
