import { Trans } from '@lingui/react/macro'
import { Columns3 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuCheckboxItem } from '../ui/menu.tsx'
import type { GridColumn } from './columns.ts'

interface ColumnMenuProps {
  columns: readonly Pick<GridColumn<never>, 'id' | 'header' | 'fixed'>[]
  visibility: Record<string, boolean>
  onChange: (visibility: Record<string, boolean>) => void
}

/** Shows and hides columns. */
export const ColumnMenu = ({ columns, visibility, onChange }: ColumnMenuProps) => (
  <Menu
    trigger={
      <Button size="sm" className="max-sm:hidden">
        <Columns3 aria-hidden />
        <Trans>Columns</Trans>
      </Button>
    }
  >
    {columns
      .filter(({ fixed }) => !fixed)
      .map(({ id, header }) => (
        <MenuCheckboxItem
          key={id}
          checked={visibility[id] !== false}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(checked) => onChange({ ...visibility, [id]: checked })}
        >
          {header}
        </MenuCheckboxItem>
      ))}
  </Menu>
)
