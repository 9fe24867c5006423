// The icons, which are decorative. A page contains only a reference to each: browsers load and store `icons.svg` once.
import sprite from "./icons.svg?url";

export type Icon = (props: { className?: string }) => React.ReactElement;

function iconOf(name: string): Icon {
  return ({ className }) => (
    <svg className={className === undefined ? "icon" : `icon ${className}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export const Activity = iconOf("activity");
export const ArrowUpDown = iconOf("arrow-up-down");
export const Bell = iconOf("bell");
export const Blocks = iconOf("blocks");
export const Bookmark = iconOf("bookmark");
export const Boxes = iconOf("boxes");
export const BriefcaseBusiness = iconOf("briefcase-business");
export const ChartCandlestick = iconOf("chart-candlestick");
export const ChartLine = iconOf("chart-line");
export const ChartNoAxesColumn = iconOf("chart-no-axes-column");
export const ChartNoAxesCombined = iconOf("chart-no-axes-combined");
export const ChartSpline = iconOf("chart-spline");
export const Check = iconOf("check");
export const ChevronDown = iconOf("chevron-down");
export const CircleAlert = iconOf("circle-alert");
export const CircleDashed = iconOf("circle-dashed");
export const CircleX = iconOf("circle-x");
export const CodeXml = iconOf("code-xml");
export const FileCheck = iconOf("file-check");
export const Gauge = iconOf("gauge");
export const House = iconOf("house");
export const Info = iconOf("info");
export const Mail = iconOf("mail");
export const Megaphone = iconOf("megaphone");
export const MessageSquare = iconOf("message-square");
export const MonitorSmartphone = iconOf("monitor-smartphone");
export const Plus = iconOf("plus");
export const Power = iconOf("power");
export const ReceiptText = iconOf("receipt-text");
export const RefreshCw = iconOf("refresh-cw");
export const Search = iconOf("search");
export const SlidersHorizontal = iconOf("sliders-horizontal");
export const Star = iconOf("star");
export const TriangleAlert = iconOf("triangle-alert");
export const UserRound = iconOf("user-round");
export const UsersRound = iconOf("users-round");
export const Wallet = iconOf("wallet");
export const Webhook = iconOf("webhook");
export const X = iconOf("x");
