// No-code platforms that a trader can connect to the account, as listed in the settings.
import type { PartnerPlatform } from "../contract/site/site.ts";
import { partnerPlatformsText as text } from "./text.ts";

export function PartnerPlatforms(props: { platforms: PartnerPlatform[]; brandName: string }) {
  if (props.platforms.length === 0) return null;
  return (
    <section aria-labelledby="partners" className="mt-10">
      <h2 id="partners" className="text-xl">
        {text.tradeWithoutCode}
      </h2>
      <p className="mt-2 max-w-[65ch] text-ink-muted">{text.connectOnce(props.brandName)}</p>
      <ul className="docs-cards mt-4">
        {props.platforms.map((platform) => (
          <li key={platform.name} className="panel flex flex-col p-5">
            <h3 className="text-lg">{platform.name}</h3>
            <p className="mt-1 mb-4 text-sm text-ink-muted">{platform.summary}</p>
            <a href={platform.connectUrl} className="link mt-auto self-start py-1 font-semibold">
              {text.connect}
              <span className="sr-only"> {platform.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
