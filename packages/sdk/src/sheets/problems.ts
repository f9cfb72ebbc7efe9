/** Pure: whatever can be wrong or odd in a file, as a code with its facts. The message is in English; a program may word it itself. */

interface Facts {
  file_workbook: object
  file_damaged: object
  quotation_open: { row: number }
  columns_twice: { heading: string; row: number }
  cells_many: { row: number; cells: number; headings: number }
  cells_few: { row: number; cells: number; headings: number }
  rows_same: { row: number; before: number }
  rows_joined: { rows: string }
  values_differ: { value: string; row: number; other: string; otherRow: number }
  unit_missing: object
  title_shortened: { characters: number; title: string }
  text_date: { text: string }
  digits_lost: { text: string }
  post_code_short: { postCode: string; country: string; digits: number; complete: string }
  name_missing: object
  name_number: { name: string }
  number_rounded: { text: string }
  error_value: { text: string }
  formula: { text: string }
  post_code_form: { postCode: string; country: string; example: string }
  letters_lost: object
  letters_garbled: object
}
type Code = keyof Facts

/** To be read after the name of the field, if there is one. */
const MESSAGES: { [One in Code]: (facts: Facts[One]) => string } = {
  file_workbook: () => 'The file is a workbook. Save the sheet as "CSV UTF-8" in the spreadsheet program.',
  file_damaged: () => 'The file is damaged: it begins as UTF-8 and does not go on so.',
  quotation_open: ({ row }) => `Row ${row} has a quotation mark that is not closed, or stands in a quoted text.`,
  columns_twice: ({ heading, row }) =>
    `Two columns are called ${heading}, with two values in row ${row}. Remove one of them.`,
  cells_many: ({ row, cells, headings }) =>
    `Row ${row} has ${cells} cells; the headings are ${headings}. Put a text with separators into quotation marks.`,
  cells_few: ({ row, cells, headings }) => `Row ${row} has ${cells} cells; the headings are ${headings}.`,
  rows_same: ({ row, before }) => `Row ${row} is the same as row ${before}. Remove one of them.`,
  rows_joined: ({ rows }) => `Rows ${rows} are one order and become one shipment.`,
  values_differ: ({ value, row, other, otherRow }) =>
    `is "${value}" in row ${row} and "${other}" in row ${otherRow} of the same order.`,
  unit_missing: () => 'is empty. Name the unit of the measure.',
  title_shortened: ({ characters, title }) => `is shortened from ${characters} characters: ${title}`,
  text_date: ({ text }) => `is ${text}: a spreadsheet may have made a date of it.`,
  digits_lost: ({ text }) => `is ${text}: a spreadsheet keeps 15 digits of a number. Are the zeros at its end right?`,
  post_code_short: ({ postCode, country, digits, complete }) =>
    `is ${postCode}, and post codes of ${country} have ${digits} digits: a spreadsheet may have removed a zero. Is it ${complete}?`,
  name_missing: () => 'is missing: the label has no recipient.',
  name_number: ({ name }) => `is ${name}, without a letter. Is it the number of the order?`,
  number_rounded: ({ text }) => `is ${text}: the spreadsheet has rounded the number. Enter all of its digits.`,
  error_value: ({ text }) => `is ${text}, an error of the spreadsheet. Enter the value.`,
  formula: ({ text }) => `is the formula ${text}. Enter its result.`,
  post_code_form: ({ postCode, country, example }) =>
    `is ${postCode}, and post codes of ${country} are written as ${example}. Is it right?`,
  letters_lost: () => 'has letters that were lost when the file was saved (�). Enter them.',
  letters_garbled: () => 'has letters that were saved in the wrong encoding. Enter them.',
}

/** A code with its facts. */
export type SheetFact = { [One in Code]: { code: One; facts: Facts[One] } }[Code]

export type SheetProblem = SheetFact & {
  /** Empty: of the whole row. */
  field: string
  message: string
}

export const makeProblem = <One extends Code>(field: string, code: One, facts: Facts[One]): SheetProblem =>
  ({ field, code, facts, message: MESSAGES[code](facts) }) as SheetProblem

/** A file that cannot be read as rows. The message says why, and what to do. */
export class SheetError extends Error {
  override name = 'SheetError'
  readonly problem: SheetProblem

  constructor(problem: SheetProblem) {
    super(problem.message)
    this.problem = problem
  }
}
