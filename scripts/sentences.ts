const MOST_WORDS = 20;

const SENTENCE_END = /(?<=[.!?:])["”»)*]*\s+/;

const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * @param text one paragraph without its code
 * @returns the problems, without file and line
 */
export function longSentences(text: string, end: RegExp = SENTENCE_END): string[] {
  return text.split(end).flatMap((sentence) => {
    const count = sentence.split(/\s+/).filter(isWord).length;
    const said = `has ${count} words, at most ${MOST_WORDS}; say one idea a sentence: ${sentence.trim()}`;
    return count > MOST_WORDS ? [`[sentence] ${said}`] : [];
  });
}
