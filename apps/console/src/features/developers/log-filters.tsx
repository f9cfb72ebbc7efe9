import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Checkbox, Input, Select } from '../../ui/input.tsx'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
const CLASSES = ['2xx', '4xx', '5xx'] as const

interface LogSearch {
  answer?: (typeof CLASSES)[number] | undefined
  subject?: string | undefined
  request?: string | undefined
  all?: true | undefined
}

/** Whether somebody looks for certain calls: the console's own are among them, and few. It reads all the time otherwise. */
const isNarrow = ({ answer, subject, request }: LogSearch): boolean =>
  subject !== undefined || request !== undefined || answer === '4xx' || answer === '5xx'

/** Whether the calls by which the console reads are in the list. */
export const hasConsoleReads = (search: LogSearch): boolean => search.all === true || isNarrow(search)

/** The filters of the API log, kept in the URL. */
export function LogFilters() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const search = useSearch({ from: '/signed-in/developers' })
  const { method, answer, subject, request } = search
  return (
    <>
      <Select
        aria-label={t`Method`}
        className="w-auto"
        value={method ?? ''}
        onChange={({ target }) =>
          navigate({ search: (before) => ({ ...before, method: METHODS.find((one) => one === target.value) }) })
        }
      >
        <option value="">{t`All methods`}</option>
        {METHODS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Select
        aria-label={t`Status`}
        className="w-auto"
        value={answer ?? ''}
        onChange={({ target }) =>
          navigate({ search: (before) => ({ ...before, answer: CLASSES.find((one) => one === target.value) }) })
        }
      >
        <option value="">{t`Every status`}</option>
        {CLASSES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Checkbox
        checked={hasConsoleReads(search)}
        disabled={isNarrow(search)}
        onChange={({ target }) =>
          navigate({ search: (before) => ({ ...before, all: target.checked || undefined }), replace: true })
        }
      >
        <Trans>What the console reads</Trans>
      </Checkbox>
      <Input
        aria-label={t`ID of an object`}
        placeholder="shp_…"
        className="w-40 font-mono text-sm"
        value={subject ?? ''}
        onChange={({ target }) =>
          navigate({ search: (before) => ({ ...before, subject: target.value.trim() || undefined }), replace: true })
        }
      />
      <Input
        aria-label={t`Request ID`}
        placeholder={t`Request ID`}
        className="w-40 font-mono text-sm"
        value={request ?? ''}
        onChange={({ target }) =>
          navigate({ search: (before) => ({ ...before, request: target.value.trim() || undefined }), replace: true })
        }
      />
    </>
  )
}
