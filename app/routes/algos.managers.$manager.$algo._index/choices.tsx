// A row of links with the current one marked.

export function Choices(props: {
  label: string;
  items: { title: string; to: string; isHere: boolean }[];
  className?: string;
  /** True if only the chart depends on the choice, so that the script can replace it without leaving the page. */
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
