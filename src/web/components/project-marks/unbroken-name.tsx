/** Longer words may break, so that they fit in a narrow place. */
const longestWord = 16

/** A name in running text. A model number such as 'HP-80' does not break at its hyphen. */
export const UnbrokenName = ({ children: name }: { children: string }) =>
  [...name.matchAll(/\S+|\s+/g)].map(({ 0: word, index }) =>
    word.includes('-') && word.length <= longestWord ? (
      <span key={index} className="whitespace-nowrap">
        {word}
      </span>
    ) : (
      word
    ),
  )
