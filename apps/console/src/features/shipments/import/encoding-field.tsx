import { useLingui } from '@lingui/react/macro'
import { ENCODINGS, type Encoding } from '@waybill/sdk/sheets/decode'
import { Field } from '../../../forms/field.tsx'
import { Select } from '../../../ui/input.tsx'
import type { ImportFile } from './file.ts'

interface EncodingFieldProps {
  file: ImportFile
  onFile: (file: ImportFile) => void
}

/** The encoding of a file that is not in Unicode: the file does not say it. */
export function EncodingField({ file, onFile }: EncodingFieldProps) {
  const { t } = useLingui()
  const names: Record<Encoding, string> = {
    'windows-1252': t`Western Europe`,
    'windows-1250': t`Central Europe`,
    'windows-1251': t`Cyrillic`,
    'windows-1253': t`Greek`,
    'windows-1254': t`Turkish`,
    'windows-1255': t`Hebrew`,
    'windows-1256': t`Arabic`,
    macintosh: t`Western Europe, of a Mac`,
    shift_jis: t`Japanese`,
    gb18030: t`Chinese, simplified`,
    big5: t`Chinese, traditional`,
    'euc-kr': t`Korean`,
  }
  const choose = async (encoding: Encoding) => {
    const { readImportFile } = await import('./file.ts')
    const read = await readImportFile(file.source, encoding)
    if ('rows' in read) onFile(read)
  }
  return (
    <Field label={t`Encoding`} hint={t`The file is not in UTF-8. Choose the one in which the names below are right.`}>
      {(control) => (
        <Select
          {...control}
          value={file.encoding ?? ''}
          onChange={(event) => void choose(event.target.value as Encoding)}
          className="max-w-64"
        >
          {ENCODINGS.map((encoding) => (
            <option key={encoding} value={encoding}>
              {names[encoding]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
