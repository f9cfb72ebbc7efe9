import { Trans, useLingui } from '@lingui/react/macro'
import type { ExportedShipment } from '@waybill/sdk/sheets/shipments/export'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { allPages, withDetails } from './queries.ts'
import type { ShipmentsSearch } from './search.ts'

/** The whole list as a CSV file, fetched page by page; a second click stops it. */
export function ExportButton({ search }: { search: ShipmentsSearch }) {
  const { t } = useLingui()
  const api = useApi()
  const format = useFormat()
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const stop = new AbortController()
    running.current = stop
    setCount(0)
    try {
      const { exportShipments } = await import('@waybill/sdk/sheets/shipments/export')
      const exported: ExportedShipment[] = []
      for await (const page of allPages(api, search, stop.signal)) {
        exported.push(...(await withDetails(api, page, stop.signal)))
        setCount(exported.length)
      }
      saveFile([exportShipments(exported)], `shipments-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv')
      toast(t`The file has ${format.number(exported.length)} shipments.`)
    } catch (error) {
      if (!stop.signal.aborted) toastError(error)
    } finally {
      running.current = null
      setCount(null)
    }
  }
  const toggle = () => (running.current ? running.current.abort() : void start())
  useCommands([
    { id: 'shipments.export', title: t`Export the list as CSV`, group: t`Shipments`, run: () => void toggle() },
  ])
  const shown = count === null ? '' : format.number(count)
  return (
    <Button onClick={toggle} className="max-sm:hidden">
      <Download aria-hidden />
      {count === null ? <Trans>Export CSV</Trans> : <Trans>Stop the export ({shown})</Trans>}
    </Button>
  )
}
