// Head row of a table with one name per column.

/** Name of a column. Columns of numbers are aligned to the end. */
export type Column = string | { number: string };

export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === "string" ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            <th key={column.number} scope="col" className="number">
              {column.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
