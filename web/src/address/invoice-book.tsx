/** One's invoice titles: the list, or the one that is open to be changed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { toast } from '../ui/toast.tsx'
import { bookArt } from './art.tsx'
import { Book } from './book.tsx'
import { drop, ownInvoices, prefer } from './data.ts'
import { Entry } from './entry.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { OneOf } from './one-of.tsx'
import { addressText } from './text.ts'

/** edit: '' shows the list, 'new' an empty form, else the id of one. */
export function InvoiceBook({ path, edit, done }: { path: string; edit: string; done: () => void }) {
  const words = useText(addressText)
  const client = useQueryClient()
  const list = useQuery(ownInvoices())
  const dropping = useMutation(drop(client, 'invoices'))
  const preferring = useMutation(prefer(client, 'invoices'))
  if (edit !== '')
    return (
      <OneOf query={list} id={edit} done={done}>
        {(invoice) => (
          <InvoiceForm
            invoice={invoice}
            done={() => {
              toast(words.saved)
              done()
            }}
          />
        )}
      </OneOf>
    )
  return (
    <Book
      query={list}
      empty={{ art: bookArt.paper, title: words.noInvoice, text: words.noInvoiceText }}
      add={words.addInvoice}
      addPath={`${path}?edit=new`}
    >
      {(list.data ?? []).map((one) => (
        <Entry
          key={one.id}
          name={one.title}
          isDefault={one.is_default}
          editPath={`${path}?edit=${encodeURIComponent(one.id)}`}
          prefer={() => preferring.mutate(one.id)}
          remove={() => dropping.mutate(one.id, { onSuccess: () => toast(words.removed) })}
        >
          <p className="sub">{words.types[one.type]}</p>
          {one.tax_id !== '' && (
            <p className="cap num">
              {words.taxId} {one.tax_id}
            </p>
          )}
        </Entry>
      ))}
    </Book>
  )
}
