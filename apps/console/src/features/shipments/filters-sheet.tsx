import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Carrier, failureReasons, incidents, shipmentStatuses } from '@waybill/sdk'
import { type FormEvent, useId } from 'react'
import { useCodeNames } from '../../format/code-names.ts'
import { Field } from '../../forms/field.tsx'
import { useMembers } from '../../handling/actor-name.ts'
import { allCarriers } from '../../handling/carrier-names.ts'
import { TagInput } from '../../handling/tag-input.tsx'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Checkbox, Input, Select, Textarea } from '../../ui/input.tsx'
import { entryLines, useFilterLabels } from './filter-labels.ts'
import { DATE_FILTERS, type Filters, LATE, readSearch, type ShipmentsSearch } from './search.ts'

interface FiltersSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  search: ShipmentsSearch
  onApply: (search: ShipmentsSearch) => void
}

/** All filters at once. They apply together, as one step back in the history. */
export function FiltersSheet({ open, onOpenChange, search, onApply }: FiltersSheetProps) {
  const formId = useId()
  const { t } = useLingui()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onApply(readForm(new FormData(event.currentTarget), search))
    onOpenChange(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t`Filters`}
      footer={
        <>
          <Button
            onClick={() => {
              onApply({ q: search.q, sort: search.sort })
              onOpenChange(false)
            }}
          >
            <Trans>Remove all</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary">
            <Trans>Apply filters</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={apply} className="flex flex-col gap-5" noValidate>
        <StatusBoxes chosen={search.status ?? []} />
        <HandlingFields search={search} />
        <ReasonFields search={search} />
        <DateFields search={search} />
        <TextFields search={search} />
      </form>
    </Sheet>
  )
}

function StatusBoxes({ chosen }: { chosen: readonly string[] }) {
  const getLabel = useCodeNames()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">
        <Trans>Status</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-x-4">
        {shipmentStatuses.map((status) => (
          <Checkbox key={status} name="status" value={status} defaultChecked={chosen.includes(status)}>
            {getLabel(status)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** Tags, the member who takes care of it, and words of notes. */
function HandlingFields({ search }: { search: ShipmentsSearch }) {
  const { t } = useLingui()
  const { names, assignees } = useFilterLabels()
  const { members = [], toName } = useMembers()
  const chosen = search.assignee_id?.join(',') ?? ''
  const choices = [...Object.keys(assignees), ...members.map(({ user_id }) => user_id)]
  const toLabel = (id: string) => assignees[id] ?? toName(id)
  return (
    <>
      <Field label={names.tag} hint={t`One of these tags, with commas between them.`}>
        {(control) => <TagInput {...control} name="tag" defaultValue={search.tag?.join(', ')} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={names.assignee_id}>
          {(control) => (
            <Select {...control} name="assignee_id" defaultValue={chosen} key={members.length}>
              <option value="">{t`Any`}</option>
              {chosen !== '' && !choices.includes(chosen) && (
                <option value={chosen}>{search.assignee_id?.map(toLabel).join(', ')}</option>
              )}
              {choices.map((id) => (
                <option key={id} value={id}>
                  {toLabel(id)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={names.note} hint={t`Beginnings of words.`}>
          {(control) => <Input {...control} name="note" defaultValue={search.note} />}
        </Field>
      </div>
    </>
  )
}

/** Lateness, and reasons why something went wrong. */
function ReasonFields({ search }: { search: ShipmentsSearch }) {
  const getLabel = useCodeNames()
  const { names, stages } = useFilterLabels()
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{names.late}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {LATE.map((stage) => (
            <Checkbox key={stage} name="late" value={stage} defaultChecked={search.late?.includes(stage)}>
              {stages[stage]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <CodeField name="failure_reason" codes={failureReasons} chosen={search.failure_reason} toLabel={getLabel} />
        <CodeField name="incident" codes={incidents} chosen={search.incident} toLabel={getLabel} />
      </div>
    </>
  )
}

interface CodeFieldProps {
  name: 'failure_reason' | 'incident'
  codes: readonly string[]
  chosen: readonly string[] | undefined
  toLabel: (code: string) => string
}

/** One of the codes; several, or one that is not known, come from a link and stay. */
function CodeField({ name, codes, chosen = [], toLabel }: CodeFieldProps) {
  const { t } = useLingui()
  const { names } = useFilterLabels()
  const value = chosen.join(',')
  return (
    <Field label={names[name]}>
      {(control) => (
        <Select {...control} name={name} defaultValue={value}>
          <option value="">{t`Any`}</option>
          {value !== '' && !codes.includes(value) && <option value={value}>{chosen.map(toLabel).join(', ')}</option>}
          {codes.map((code) => (
            <option key={code} value={code}>
              {toLabel(code)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function DateFields({ search }: { search: ShipmentsSearch }) {
  const { names } = useFilterLabels()
  return (
    <div className="grid grid-cols-2 gap-4">
      {DATE_FILTERS.map((name) => (
        <Field key={name} label={names[name]}>
          {(control) => <Input {...control} type="date" name={name} defaultValue={search[name]?.slice(0, 10)} />}
        </Field>
      ))}
    </div>
  )
}

function TextFields({ search }: { search: ShipmentsSearch }) {
  const { t } = useLingui()
  const { names } = useFilterLabels()
  const { data: carriers = [] } = useQuery(allCarriers(useApi()))
  const carrier = search.carrier_code?.join(',') ?? ''
  const isListed = carrier === '' || carriers.some(({ carrier_code }) => carrier_code === carrier)
  return (
    <>
      <Field label={names.carrier_code}>
        {(control) => (
          <Select {...control} name="carrier_code" defaultValue={carrier} key={carriers.length}>
            <option value="">{t`Any`}</option>
            {!isListed && <option value={carrier}>{carrier}</option>}
            {carriers.map(({ carrier_code, name }) => (
              <option key={carrier_code} value={carrier_code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ServiceFields key={`services ${carriers.length}`} carriers={carriers} chosen={search.service_code ?? []} />
      <Field label={names.tracking_number}>
        {(control) => <Input {...control} name="tracking_number" defaultValue={search.tracking_number?.join(', ')} />}
      </Field>
      <Field label={names.merchant_order_ref} hint={t`Exactly this reference.`}>
        {(control) => <Input {...control} name="merchant_order_ref" defaultValue={search.merchant_order_ref} />}
      </Field>
      <Field label={names.metadata} hint={t`A line such as shop=north for each entry.`}>
        {(control) => (
          <Textarea {...control} name="metadata" rows={2} defaultValue={entryLines(search.metadata).join('\n')} />
        )}
      </Field>
    </>
  )
}

/** Services by name. Those of carriers that have other ones for each account, by their codes. */
function ServiceFields({ carriers, chosen }: { carriers: readonly Carrier[]; chosen: readonly string[] }) {
  const { t } = useLingui()
  const { names } = useFilterLabels()
  const listed = carriers.filter(({ services }) => services.length > 0)
  const isListed = (code: string) => listed.some(({ services }) => services.some((one) => one.service_code === code))
  const others = chosen.filter((code) => !isListed(code))
  const known = chosen.filter(isListed).join(',')
  return (
    <>
      <Field label={names.service_code}>
        {(control) => (
          <Select {...control} name="service_code" defaultValue={known}>
            <option value="">{t`Any`}</option>
            {known.includes(',') && <option value={known}>{known}</option>}
            {listed.map(({ carrier_code, name, services }) => (
              <optgroup key={carrier_code} label={name}>
                {services.map((service) => (
                  <option key={service.service_code} value={service.service_code}>
                    {service.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      {(others.length > 0 || carriers.some(({ discovers_services }) => discovers_services)) && (
        <Field label={t`Other services`} hint={t`Codes of services, with commas between them.`}>
          {(control) => <Input {...control} name="service_code" defaultValue={others.join(', ')} />}
        </Field>
      )}
    </>
  )
}

function readForm(data: FormData, { q, sort, view, ...before }: ShipmentsSearch): ShipmentsSearch {
  const toText = (name: string): string => String(data.get(name) ?? '').trim()
  const toList = (text: string): string[] =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  const dates = DATE_FILTERS.map((name): [string, string] => {
    const kept = before[name]
    // A link can have a time, which the control does not show.
    return [name, kept?.slice(0, 10) === toText(name) ? (kept ?? '') : toText(name)]
  })
  const metadata = toText('metadata')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line): [string, string] => [
      line.slice(0, line.indexOf('=')).trim(),
      line.slice(line.indexOf('=') + 1).trim(),
    ])
    .filter(([key]) => key !== '')
  const filters: Record<keyof Filters, unknown> = {
    ...(Object.fromEntries(dates) as Record<(typeof DATE_FILTERS)[number], string>),
    q,
    status: data.getAll('status'),
    // The open tab decides it: the sheet has no control for it.
    waiting_for: before.waiting_for,
    carrier_code: toList(toText('carrier_code')),
    service_code: data.getAll('service_code').flatMap((text) => toList(String(text))),
    tracking_number: toList(toText('tracking_number')),
    failure_reason: toList(toText('failure_reason')),
    incident: toList(toText('incident')),
    late: data.getAll('late'),
    tag: toList(toText('tag')),
    assignee_id: toList(toText('assignee_id')),
    note: toText('note'),
    merchant_order_ref: toText('merchant_order_ref'),
    metadata: Object.fromEntries(metadata),
  }
  return readSearch({ ...filters, sort, view })
}
