/** The list of the user's addresses. */
import { useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { RegionName } from '../shared/region/region-name.tsx'
import { classes } from '../ui/classes.ts'
import textStyles from '../ui/text.module.css'
import { AddressForm } from './address-form.tsx'
import styles from './address.module.css'
import { bookArt } from './art.tsx'
import { Book, type BookProps } from './book.tsx'
import { ownAddresses } from './data.ts'
import { addressText } from './text.ts'

export function AddressBook(placement: BookProps) {
  const words = useText(addressText)
  return (
    <Book
      {...placement}
      kind="addresses"
      query={useQuery(ownAddresses())}
      empty={{ art: bookArt.place, title: words.noAddress, text: words.noAddressText }}
      add={words.addAddress}
      nameOf={(one) => one.name}
      renderLines={(one) => (
        <>
          <p className={classes(textStyles.secondary, textStyles.numeric)}>
            +{one.area_code} {one.phone}
          </p>
          <p className={classes(textStyles.secondary, styles.text)}>{one.detail}</p>
          <p className={classes(textStyles.caption, styles.text)}>
            <RegionName id={one.region} />
            {one.postcode !== '' && <span className={textStyles.numeric}> {one.postcode}</span>}
          </p>
        </>
      )}
      renderForm={(address, saved) => <AddressForm address={address} done={saved} />}
    />
  )
}
