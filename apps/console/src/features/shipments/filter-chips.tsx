import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useFilterLabels } from './filter-labels.ts'
import { type Filters, filterNames, type ShipmentsSearch } from './search.ts'

interface FilterChipsProps {
  search: ShipmentsSearch
  onRemove: (name: keyof Filters) => void
}

/** The filters that apply, each with a button that removes it. */
export function FilterChips({ search, onRemove }: FilterChipsProps) {
  const { t } = useLingui()
  const { names, toText } = useFilterLabels(search)
  const shown = filterNames(search)
  if (shown.length === 0) return null
  return (
    <ul className="flex min-w-0 flex-wrap items-center gap-1.5" aria-label={t`Filters`}>
      {shown.map((name) => (
        <li
          key={name}
          className="flex min-w-0 max-w-72 items-center rounded-md bg-accent-soft ps-2 text-sm text-accent"
        >
          <span className="truncate">
            {names[name]}: {toText(search, name)}
          </span>
          <button
            type="button"
            className="flex size-7 shrink-0 items-center justify-center rounded-md hover:text-text"
            aria-label={t`Remove the filter ${names[name]}`}
            onClick={() => onRemove(name)}
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
