/** The words of the movie library. */
import { both } from '../kit/lang.ts'

export const movieText = both({
  en: {
    title: 'Library',
    empty: 'No films here yet',
    emptyText: 'The library fills from what your box downloads. Start with a download.',
    guestText: 'Bind your box first. Its films stand here.',
    toDownloads: 'Go to downloads',
    toDevice: 'Go to the device',
  },
  zh: {
    title: '影库',
    empty: '影库还是空的',
    emptyText: '盒子下载的影片会进入影库，先去下载一部吧。',
    guestText: '先绑定盒子，它的影片会出现在这里。',
    toDownloads: '去下载',
    toDevice: '去设备页',
  },
})
