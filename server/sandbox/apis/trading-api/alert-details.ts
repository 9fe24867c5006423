// Fields of an order update that are not part of the order: its leg, its instrument, and fields that only the trading
// API has.
import { isoDayOf } from "../../../../app/domain/time.ts";
import type { OrderAlertDetails } from "../../../protocol/order-alert.ts";
import type { Broker } from "../../broker/broker.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import { toIsin } from "./isin.ts";
import { isAtExchange, parseExtras, toRupees } from "./wire-format.ts";

const LEG_NUMBER = { ENTRY_LEG: 1, STOP_LOSS_LEG: 2, TARGET_LEG: 3 } as const;

export function alertDetails(broker: Broker, row: OrderRow): OrderAlertDetails {
  const extras = parseExtras(row.api);
  const instrument = broker.market.findByKey(row.instrument, row.created_at);
  const option = instrument?.option ?? null;
  const expiryDay = (option ?? instrument?.future)?.expiryDay;
  const isShare = expiryDay === undefined;
  const isAlgo = row.deployment_id !== null;
  return {
    source: isAlgo ? "A" : "P",
    disclosedQuantity: extras.disclosedQuantity,
    triggerPrice: extras.triggerPrice,
    algoOrderNo: extras.parentId ?? "",
    isAfterMarket: extras.isAfterMarket,
    remarks:
      row.correlation_id ?? (extras.legName === null || extras.parentId === null ? "NR" : "Super Order"),
    legNumber: extras.legName === null ? 1 : LEG_NUMBER[extras.legName],
    instrument: instrument?.kind ?? "NA",
    lotSize: instrument?.lotSize ?? 1,
    strikePrice: option?.strikeRupees ?? 0,
    expiryDate: isShare ? "0001-01-01 00:00:00" : `${isoDayOf(expiryDay)} 14:30:00`,
    optionType: option?.side ?? "XX",
    displayName: row.symbol,
    isin: isShare && instrument !== null ? toIsin(instrument.securityId) : "NA",
    series: isShare ? "EQ" : "XX",
    lastPrice: toRupees(instrument === null ? 0 : broker.market.quote(instrument, broker.now()).lastPaise),
    tickSize: toRupees(instrument?.tickPaise ?? 5),
    algoId: row.deployment_id ?? "0",
    hasExchangeNumber: isAtExchange(row),
  };
}
