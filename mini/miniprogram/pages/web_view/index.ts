/** Opens the app as the user who signed in, or one of its legal texts (?page=). */
import { ask, Failure } from '../../kit/calls'
import { legalAddress, signedInAddress } from '../../kit/web-address'
import { textNow } from '../../text'

Component({
  properties: {
    page: { type: String, value: '' },
  },
  data: { words: textNow(), src: '', notice: '' },
  methods: {
    /** The page's query is in its properties from then on. */
    onLoad() {
      void this.load()
    },

    /** Each opening has a code of its own: it is accepted once. */
    async load() {
      this.setData({ words: textNow(), src: '', notice: '' })
      if (this.data.page !== '') return this.setData({ src: legalAddress(this.data.page) })
      try {
        const { code } = await ask('webviewCode', {})
        this.setData({ src: signedInAddress(code) })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.kind === 'session') await wx.reLaunch({ url: '/pages/index/index' })
        else this.setData({ notice: error.message })
      }
    },

    fail() {
      this.setData({ src: '', notice: textNow().noPage })
    },
  },
})
