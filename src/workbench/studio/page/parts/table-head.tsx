/** The head of a table with these columns. `hasActions`: with a last column of buttons, whose title only screen readers get. */
export const TableHead = ({ names, hasActions = false }: { names: readonly string[]; hasActions?: boolean }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
      {hasActions && (
        <th scope="col">
          <span class="hidden">Actions</span>
        </th>
      )}
    </tr>
  </thead>
);
