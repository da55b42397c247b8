/** The list of the user's invoice titles. */
import { useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { classes } from '../ui/classes.ts'
import textStyles from '../ui/text.module.css'
import { bookArt } from './art.tsx'
import { Book, type BookProps } from './book.tsx'
import { ownInvoices } from './data.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { addressText } from './text.ts'

export function InvoiceBook(placement: BookProps) {
  const words = useText(addressText)
  return (
    <Book
      {...placement}
      kind="invoices"
      query={useQuery(ownInvoices())}
      empty={{ art: bookArt.paper, title: words.noInvoice, text: words.noInvoiceText }}
      add={words.addInvoice}
      nameOf={(one) => one.title}
      renderLines={(one) => (
        <>
          <p className={textStyles.secondary}>{words.types[one.type]}</p>
          {one.tax_id !== '' && (
            <p className={classes(textStyles.caption, textStyles.numeric)}>
              {words.taxId} {one.tax_id}
            </p>
          )}
        </>
      )}
      renderForm={(invoice, saved) => <InvoiceForm invoice={invoice} done={saved} />}
    />
  )
}
