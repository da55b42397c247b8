/** One's addresses: the list, or the one that is open to be changed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { RegionName } from '../ui/region-name.tsx'
import { toast } from '../ui/toast.tsx'
import { AddressForm } from './address-form.tsx'
import { bookArt } from './art.tsx'
import { Book } from './book.tsx'
import { drop, ownAddresses, prefer } from './data.ts'
import { Entry } from './entry.tsx'
import { OneOf } from './one-of.tsx'
import { addressText } from './text.ts'

/** edit: '' shows the list, 'new' an empty form, else the id of one. */
export function AddressBook({ path, edit, done }: { path: string; edit: string; done: () => void }) {
  const words = useText(addressText)
  const client = useQueryClient()
  const list = useQuery(ownAddresses())
  const dropping = useMutation(drop(client, 'addresses'))
  const preferring = useMutation(prefer(client, 'addresses'))
  if (edit !== '')
    return (
      <OneOf query={list} id={edit} done={done}>
        {(address) => (
          <AddressForm
            address={address}
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
      empty={{ art: bookArt.place, title: words.noAddress, text: words.noAddressText }}
      add={words.addAddress}
      addPath={`${path}?edit=new`}
    >
      {(list.data ?? []).map((one) => (
        <Entry
          key={one.id}
          name={one.name}
          isDefault={one.is_default}
          editPath={`${path}?edit=${encodeURIComponent(one.id)}`}
          prefer={() => preferring.mutate(one.id)}
          remove={() => dropping.mutate(one.id, { onSuccess: () => toast(words.removed) })}
        >
          <p className="sub num">
            +{one.area_code} {one.phone}
          </p>
          <p className="sub words">{one.detail}</p>
          <p className="cap words">
            <RegionName id={one.region} />
            {one.postcode !== '' && <span className="num"> {one.postcode}</span>}
          </p>
        </Entry>
      ))}
    </Book>
  )
}
