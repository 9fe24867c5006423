// A row of links that select an option. The selected one is marked.

export function Choices(props: {
  label: string;
  items: { title: string; to: string; isHere: boolean }[];
  className?: string;
  /** True if the links change only the chart, so that the script can replace it without a page load. */
  isOfChart?: boolean;
}) {
  return (
    <ul aria-label={props.label} className={`segments ${props.className ?? ""}`}>
      {props.items.map((item) => (
        <li key={item.title}>
          <a
            href={item.to}
            aria-current={item.isHere ? "true" : undefined}
            data-chart-choice={props.isOfChart ? "" : undefined}
          >
            {item.title}
          </a>
        </li>
      ))}
    </ul>
  );
}
