import interest from "#content/forms/interest.yaml";

/** What members can take part in, as the interest form asks for it. */
export function InterestList() {
  return (
    <ul>
      {interest.fields.areasOfInterest.options.map((option) => (
        <li key={option}>{option}</li>
      ))}
    </ul>
  );
}
