# gem install rackup webrick; WAYBILL_WEBHOOK_SECRET=whsec_… rackup -o 0.0.0.0 -p 8099 receiver.ru
require "base64"
require "json"
require "openssl"

def verify(secret, headers, body)
  id, timestamp = headers.fetch("webhook-id"), headers.fetch("webhook-timestamp")
  raise "too old" if (Time.now.to_i - Integer(timestamp)).abs > 300
  key = Base64.strict_decode64(secret.delete_prefix("whsec_"))
  expected = Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}"))
  given = headers.fetch("webhook-signature").split.filter_map { |one| one.delete_prefix("v1,") if one.start_with?("v1,") }
  raise "bad signature" unless given.any? { |one| OpenSSL.secure_compare(one, expected) }
  JSON.parse(body)
end

run(lambda do |env|
  headers = %w[id timestamp signature].to_h { |name| ["webhook-#{name}", env["HTTP_WEBHOOK_#{name.upcase}"]] }
  event = verify(ENV.fetch("WAYBILL_WEBHOOK_SECRET"), headers.compact, env["rack.input"].read)
  puts "#{event["type"]} #{event["id"]}" # store it here, under its id
  [204, {}, []]
rescue ArgumentError, KeyError, RuntimeError # a header is missing or invalid
  [401, {}, []]
end)
