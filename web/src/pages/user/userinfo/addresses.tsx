/** The page of delivery addresses. */
import { AddressBook } from '../../../address/address-book.tsx'
import { addressText } from '../../../address/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

const path = '/pages/user/userinfo/addresses'

export function Screen() {
  const words = useText(addressText)
  const edit = useQueryValue('edit')
  const title = edit === '' ? words.addresses : edit === 'new' ? words.newAddress : words.editAddress
  const leave = () => back(edit === '' ? '/pages/user/userinfo/index' : path)
  return (
    <>
      <NavBar title={title} backLabel={useText(commonText).back} back={leave} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top12)}>
        <AddressBook key={edit} path={path} edit={edit} done={leave} />
      </main>
    </>
  )
}
