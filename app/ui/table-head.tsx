// Head row of a table with one name per column, and names of rows.
import type { ReactNode } from "react";

/** Name of a column. Columns of numbers are aligned to the end. A hidden name is only for assistive technology. */
export type Column = string | { number: string } | { name: string; className?: string; isHidden?: true };

const headCell = (column: Column): { name: string; className?: string; isHidden?: true } =>
  typeof column === "string"
    ? { name: column }
    : "number" in column
      ? { name: column.number, className: "number" }
      : column;

export function TableHead({ columns, className }: { columns: readonly Column[]; className?: string }) {
  return (
    <thead className={className}>
      <tr>
        {columns.map(headCell).map(({ name, className, isHidden }) => (
          <th key={name} scope="col" className={className}>
            {isHidden ? <span className="sr-only">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function RowName({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="row-name">
      {children}
    </th>
  );
}
