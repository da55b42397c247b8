/** The emoji of the picker, in rows of eight (spec 2); others can be typed. */
export const emojiInRow = 8

const rows = [
  '😀 😄 😁 😆 😂 🤣 😊 🙂',
  '😉 😍 😘 😋 😎 🤓 🤔 🤗',
  '😏 😅 😌 😴 🥱 😮 😯 😲',
  '😕 🙁 😢 😭 😤 😡 😱 🥶',
  '👍 👎 👌 🙏 👏 🙌 💪 👀',
  '❤️ 💔 🔥 ✨ ⭐ 🎉 🎁 🏆',
  '🎬 🍿 📺 🎧 🎮 📷 💾 💿',
  '💻 🖥️ 📱 🔌 🔋 💡 🔧 🛠️',
  '📦 🧲 🌊 ⚓ ⛵ 🏠 🚀 🕰️',
  '☕ 🍺 🍜 🍎 🐱 🐶 🌞 🌙',
]

export const emoji: readonly string[] = rows.flatMap((row) => row.split(' '))
