import { useLingui } from '@lingui/react/macro'
import { Select } from '../ui/input.tsx'
import { PAPERS, type Paper } from './paper.ts'

interface PaperSelectProps {
  paper: Paper
  onChange: (paper: Paper) => void
  id?: string
}

/** The choice of what labels are printed on. */
export function PaperSelect({ paper, onChange, id }: PaperSelectProps) {
  const { t } = useLingui()
  const names: Record<Paper, string> = { '4x6': t`PDF, 4 × 6 inches`, a4: t`PDF, A4 with four labels`, zpl: 'ZPL' }
  return (
    <Select
      id={id}
      aria-label={id === undefined ? t`Paper` : undefined}
      className="w-auto"
      value={paper}
      onChange={({ target }) => onChange(target.value as Paper)}
    >
      {PAPERS.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </Select>
  )
}
