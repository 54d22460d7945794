import type { SampleCall, SampleValue } from './sample-call.ts'

/** Returns a program for .NET 8 or later. */
export function csharpSample({ method, url, headers, body, notes }: SampleCall): string {
  const content = body && ('file' in body ? `File.ReadAllText("${body.file}")` : rawString(body.json))
  return `${notes.map((note) => `// ${note}\n`).join('')}using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.${method === 'GET' ? 'Get' : 'Post'}, "${url}");
${headers.map(([name, value]) => `request.Headers.Add("${name}", ${valueOf(value)});\n`).join('')}${
    content === undefined ? '' : `request.Content = new StringContent(${content});\n`
  }
using var response = await client.SendAsync(request);
var text = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode) throw new HttpRequestException(text);
Console.WriteLine(text);`
}

const rawString = (text: string) => `"""\n${text}\n"""`.replaceAll('\n', '\n    ')

const valueOf = (value: SampleValue) =>
  typeof value === 'string'
    ? `"${value}"`
    : [
        ...(value.prefix === undefined ? [] : [`"${value.prefix}"`]),
        `Environment.GetEnvironmentVariable("${value.variable}")`,
      ].join(' + ')
