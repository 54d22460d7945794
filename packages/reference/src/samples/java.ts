import type { SampleCall, SampleValue } from './sample-call.ts'

/** Returns a program for Java 17 or later, which `java Sample.java` runs. */
export function javaSample({ method, url, headers, body, notes }: SampleCall): string {
  const publisher = body && ('file' in body ? `ofFile(Path.of("${body.file}"))` : `ofString(${textBlock(body.json)})`)
  const steps = [
    `HttpRequest.newBuilder(URI.create("${url}"))`,
    ...headers.map(([name, value]) => `.header("${name}", ${valueOf(value)})`),
    publisher === undefined ? `.${method}()` : `.${method}(HttpRequest.BodyPublishers.${publisher})`,
    '.build();',
  ]
  return `${notes.map((note) => `// ${note}\n`).join('')}import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
${publisher?.startsWith('ofFile') ? 'import java.nio.file.Path;\n' : ''}
public class Sample {
    public static void main(String[] arguments) throws Exception {
        var request = ${steps.join('\n            ')}
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new RuntimeException(response.body());
        System.out.println(response.body());
    }
}`
}

const textBlock = (text: string) => `"""\n${text}`.replaceAll('\n', '\n                ') + '"""'

const valueOf = (value: SampleValue) =>
  typeof value === 'string'
    ? `"${value}"`
    : [...(value.prefix === undefined ? [] : [`"${value.prefix}"`]), `System.getenv("${value.variable}")`].join(' + ')
