import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { allCarriers } from '../../handling/carrier-names.ts'
import { useApi } from '../../session/workspace.ts'
import { Select } from '../../ui/input.tsx'
import { listRules } from './rule.ts'

interface RuleSelectProps {
  rule: string
  onRule: (rule: string) => void
}

/** Which offer is booked for each shipment. */
export function RuleSelect({ rule, onRule }: RuleSelectProps) {
  const { t } = useLingui()
  const { data: carriers = [] } = useQuery(allCarriers(useApi()))
  return (
    <Select
      aria-label={t`Which offer to book`}
      className="w-auto max-w-full"
      value={rule}
      onChange={({ target }) => onRule(target.value)}
    >
      <option value="cheapest">{t`The cheapest offer`}</option>
      <option value="fastest">{t`The fastest offer`}</option>
      {listRules(carriers).map(({ name, rules }) => (
        <optgroup key={name} label={name}>
          {rules.map(({ text, service }) => (
            <option key={text} value={text}>
              {service === null ? t`${name}, the cheapest service` : `${name}, ${service}`}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
