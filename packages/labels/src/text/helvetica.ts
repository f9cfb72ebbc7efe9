/** Widths of PDF's built-in Helvetica, for the generated table in packages/carriers. */
import PDFDocument from 'pdfkit'

const font = new PDFDocument().font('Helvetica', 1)

/** The letters have size 1. */
export const measureHelvetica = (text: string): number => font.widthOfString(text)
