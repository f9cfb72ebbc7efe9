import { useLingui } from '@lingui/react/macro'
import type { SheetFact } from '@waybill/sdk/sheets/problems'
import { useFormat } from '../../../format/use-format.ts'
import { listCountries } from '../../../forms/address/countries.ts'

/** Words for whatever is wrong or odd in a file, as sentences. */
export function useProblemTexts(): (problem: SheetFact) => string {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const countryName = (country: string) =>
    listCountries(i18n.locale).find(({ code }) => code === country)?.name ?? country
  return ({ code, facts }) => {
    switch (code) {
      case 'file_workbook':
        return t`The file is a workbook. Save the sheet as “CSV UTF-8” in the spreadsheet program.`
      case 'file_damaged':
        return t`The file is damaged: it begins as UTF-8 and does not go on so.`
      case 'quotation_open':
        return t`Row ${facts.row} has a quotation mark that is not closed, or stands in a quoted text.`
      case 'columns_twice':
        return t`Two columns are called “${facts.heading}”, with two values in row ${facts.row}. Remove one of them.`
      case 'cells_many':
        return t`Row ${facts.row} has ${facts.cells} cells; the headings are ${facts.headings}. Put a text with separators into quotation marks.`
      case 'cells_few':
        return t`Row ${facts.row} has ${facts.cells} cells; the headings are ${facts.headings}.`
      case 'rows_same':
        return t`Row ${facts.row} is the same as row ${facts.before}. Remove one of them.`
      case 'rows_joined':
        return t`Rows ${facts.rows} are one order and become one shipment.`
      case 'values_differ':
        return t`“${facts.value}” in row ${facts.row} and “${facts.other}” in row ${facts.otherRow} of the same order.`
      case 'unit_missing':
        return t`Name the unit of the measure.`
      case 'title_shortened':
        return t`Shortened from ${format.number(facts.characters)} characters: ${facts.title}`
      case 'text_date':
        return t`${facts.text} – a spreadsheet may have made a date of it.`
      case 'digits_lost':
        return t`${facts.text} – a spreadsheet keeps 15 digits of a number. Are the zeros at its end right?`
      case 'post_code_short':
        return t`${facts.postCode} – post codes of ${countryName(facts.country)} have ${facts.digits} digits: a spreadsheet may have removed a zero. Is it ${facts.complete}?`
      case 'name_missing':
        return t`Missing: the label has no recipient.`
      case 'name_number':
        return t`${facts.name} has no letter. Is it the number of the order?`
      case 'number_rounded':
        return t`${facts.text} – the spreadsheet has rounded the number. Enter all of its digits.`
      case 'error_value':
        return t`${facts.text} is an error of the spreadsheet. Enter the value.`
      case 'formula':
        return t`${facts.text} is a formula. Enter its result.`
      case 'post_code_form':
        return t`${facts.postCode} – post codes of ${countryName(facts.country)} are written as ${facts.example}. Is it right?`
      case 'letters_lost':
        return t`Letters were lost when the file was saved (�). Enter them.`
      case 'letters_garbled':
        return t`Letters were saved in the wrong encoding. Enter them.`
    }
  }
}
