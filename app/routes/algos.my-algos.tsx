// Layout of the account's pages, with an error boundary below the account's links.
export {
  AccountArea as default,
  AccountFault as ErrorBoundary,
  accountAreaHandle as handle,
  accountAreaHeaders as headers,
  accountAreaMeta as meta,
} from "../portfolio/account-area.tsx";
