import { Trans } from '@lingui/react/macro'
import type { Costs } from '@waybill/sdk'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toastError } from '../../ui/toast.tsx'

/** Every row as a CSV file, of all currencies. */
export function ExportCosts({ costs }: { costs: Costs }) {
  const save = async () => {
    const [{ exportCosts }, { BYTE_ORDER_MARK }] = await Promise.all([
      import('@waybill/sdk/sheets/costs'),
      import('@waybill/sdk/sheets/write'),
    ])
    saveFile([BYTE_ORDER_MARK, exportCosts(costs.rows)], `costs-${costs.from}-${costs.to}.csv`, 'text/csv')
  }
  return (
    <Button onClick={() => void save().catch(toastError)}>
      <Download aria-hidden />
      <Trans>Export CSV</Trans>
    </Button>
  )
}
