// Made by `npm run gen` from the OpenAPI document.
export interface paths {
    "/api/v1/shipments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShipments"];
        put?: never;
        post: operations["createShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/on-demand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createOnDemandShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createShipmentBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countShipments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShipmentAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateShipment"];
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getShipmentAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["returnShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShipmentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["holdShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["assignShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tagShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["editShipments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShipmentTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listNotes"];
        put?: never;
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pickup-locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPickupLocations"];
        put?: never;
        post: operations["createPickupLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pickup-locations/{pickup_location_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPickupLocation"];
        put?: never;
        post?: never;
        delete: operations["deletePickupLocation"];
        options?: never;
        head?: never;
        patch: operations["updatePickupLocation"];
        trace?: never;
    };
    "/api/v1/customs-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCustomsDefaults"];
        put?: never;
        post?: never;
        delete: operations["resetCustomsDefaults"];
        options?: never;
        head?: never;
        patch: operations["updateCustomsDefaults"];
        trace?: never;
    };
    "/api/v1/return-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReturnRules"];
        put?: never;
        post?: never;
        delete: operations["resetReturnRules"];
        options?: never;
        head?: never;
        patch: operations["updateReturnRules"];
        trace?: never;
    };
    "/api/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listQuotes"];
        put?: never;
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listQuotesOfShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quotes/{quote_id}/exchanges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listQuoteExchanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quotes/{quote_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["bookShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/{shipment_id}/booking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBookingOfShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipments/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBookingsOfShipments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/driver_location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDriverLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/exchanges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBookingExchanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createBookingBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batches/{batch_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBatchItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/label-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createLabelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/label-batches/{label_batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLabelBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/label-batches/{label_batch_id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLabelBatchDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLabel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/proof/{media_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProofMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/label/printed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markLabelPrinted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/document-links/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeDocumentLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pickups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPickups"];
        put?: never;
        post: operations["createPickup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pickups/{pickup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPickup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pickups/{pickup_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelPickup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/manifests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listManifests"];
        put?: never;
        post: operations["createManifest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/open-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOpenLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/manifests/{manifest_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/manifests/{manifest_id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getManifestDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubscriptions"];
        put?: never;
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/replay-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReplays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/replays/{replay_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{subscription_id}/replays/{replay_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulator/shipments/{shipment_id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["advanceShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulator/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFaults"];
        put?: never;
        post: operations["planFault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulator/faults/{fault_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/carrier-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCarrierAccounts"];
        put?: never;
        post: operations["createCarrierAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/carrier-accounts/{carrier_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCarrierAccount"];
        put?: never;
        post?: never;
        delete: operations["deleteCarrierAccount"];
        options?: never;
        head?: never;
        patch: operations["updateCarrierAccount"];
        trace?: never;
    };
    "/api/v1/carrier-accounts/{carrier_account_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyCarrierAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/locate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["locateAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rate-cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRateCards"];
        put?: never;
        post: operations["createRateCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rate-cards/{rate_card_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRateCard"];
        put?: never;
        post?: never;
        delete: operations["deleteRateCard"];
        options?: never;
        head?: never;
        patch: operations["updateRateCard"];
        trace?: never;
    };
    "/api/v1/drivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDrivers"];
        put?: never;
        post: operations["createDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drivers/{driver_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDriver"];
        put?: never;
        post?: never;
        delete: operations["deleteDriver"];
        options?: never;
        head?: never;
        patch: operations["updateDriver"];
        trace?: never;
    };
    "/api/v1/drivers/{driver_id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateDriverToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{booking_id}/assign-driver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["assignDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMyself"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["setAvailability"];
        trace?: never;
    };
    "/api/v1/driver/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMyJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/jobs/{job_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/jobs/{job_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["declineOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/jobs/{job_id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/jobs/{job_id}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addJobPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/jobs/{job_id}/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addJobSignature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSavedViews"];
        put?: never;
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSavedView"];
        put?: never;
        post?: never;
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/api/v1/parcel-presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listParcelPresets"];
        put?: never;
        post: operations["createParcelPreset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parcel-presets/{preset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getParcelPreset"];
        put?: never;
        post?: never;
        delete: operations["deleteParcelPreset"];
        options?: never;
        head?: never;
        patch: operations["updateParcelPreset"];
        trace?: never;
    };
    "/api/v1/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBranding"];
        put?: never;
        post?: never;
        delete: operations["resetBranding"];
        options?: never;
        head?: never;
        patch: operations["updateBranding"];
        trace?: never;
    };
    "/api/v1/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["uploadLogo"];
        delete: operations["deleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-log/{call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post: operations["createSession"];
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/link/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["readLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSessionWithLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete: operations["revokeOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSessionWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTotp"];
        put?: never;
        post: operations["setUpTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/members/{user_id}/second-factor-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSessionWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/confirmation/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPasskeys"];
        put?: never;
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkey-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch: operations["updatePasskey"];
        trace?: never;
    };
    "/api/v1/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createOidcSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSessionWithOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/oidc-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOidcProviders"];
        put?: never;
        post: operations["createOidcProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/oidc-providers/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOidcProvider"];
        put?: never;
        post?: never;
        delete: operations["deleteOidcProvider"];
        options?: never;
        head?: never;
        patch: operations["updateOidcProvider"];
        trace?: never;
    };
    "/api/v1/team/oidc-providers/{provider_id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkOidcProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/members/{user_id}/oidc-identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMemberIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/v1/team/members/{user_id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvitations"];
        put?: never;
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/callbacks/{carrier_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateInvitation: {
            /** @description E-mail address. */
            email: string;
            /** @enum {string} */
            role: "owner" | "operations" | "support" | "viewer" | "developer";
        };
        UpdateMember: {
            /**
             * @description What the member may do from now on.
             * @enum {string}
             */
            role?: "owner" | "operations" | "support" | "viewer" | "developer";
            /** @description `false` ends the sessions of the member and refuses new ones. */
            active?: boolean;
            /** @description Whether all API keys that the member made work on: you answer for them from now on. By default those are revoked which the member may no longer make, with the keys that they made. */
            keep_api_keys?: boolean;
        };
        UpdateOidcProvider: {
            /** @description The issuer identifier of the provider, as its settings show it: a URL without query, under which `/.well-known/openid-configuration` is. */
            issuer?: string;
            /** @description The client id that the provider gave to Waybill. */
            client_id?: string;
            /** @description The client secret that the provider gave to Waybill. It is encrypted and not shown again. */
            client_secret?: string;
            /** @description Only people with a verified address in one of these domains can sign in for the first time. Empty: any verified address of a member or an invited person. */
            email_domains?: string[];
            /** @description Whether an address counts as verified if the provider does not say so, as Microsoft Entra ID does not. Only for a provider where people cannot choose their address. */
            email_trusted?: boolean;
            /** @description People in `email_domains` who are not members yet join with this role at their first sign-in. Null: people must be invited first. */
            default_role?: ("operations" | "support" | "viewer" | "developer") | null;
            /** @description Whether members must sign in with the provider. Sessions that began another way are refused. Owners are exempt, in case the provider fails. */
            required?: boolean;
        };
        CreateOidcProvider: {
            /** @description The issuer identifier of the provider, as its settings show it: a URL without query, under which `/.well-known/openid-configuration` is. */
            issuer: string;
            /** @description The client id that the provider gave to Waybill. */
            client_id: string;
            /** @description The client secret that the provider gave to Waybill. It is encrypted and not shown again. */
            client_secret: string;
            /** @description Only people with a verified address in one of these domains can sign in for the first time. Empty: any verified address of a member or an invited person. */
            email_domains?: string[];
            /** @description Whether an address counts as verified if the provider does not say so, as Microsoft Entra ID does not. Only for a provider where people cannot choose their address. Default: `false`. */
            email_trusted?: boolean;
            /** @description People in `email_domains` who are not members yet join with this role at their first sign-in. Null: people must be invited first. */
            default_role?: ("operations" | "support" | "viewer" | "developer") | null;
            /** @description Whether members must sign in with the provider. Sessions that began another way are refused. Owners are exempt, in case the provider fails. Default: `false`. */
            required?: boolean;
        };
        FinishOidcSignIn: {
            /** @description The last part of the path at which the browser came back: the team whose provider sent it. */
            merchant_id: string;
            /** @description The query string with which the provider sent the browser back, without `?`. */
            query: string;
        };
        BeginOidcSignIn: {
            /** @description The `provider` of the sign-in link of the team. */
            provider_id: string;
            /** @description Whether the provider asks for the password anew, which confirms the session. A sign-in without it confirms the session only if the provider says that it was within the last 10 minutes (`auth_time`). Default: `false`. */
            confirm?: boolean;
        };
        UpdatePasskey: {
            /** @description By which the user tells the passkey from others, such as that of the device. */
            name: string;
        };
        CreatePasskey: {
            /** @description By which the user tells the passkey from others, such as that of the device. */
            name: string;
            credential: components["schemas"]["PasskeyRegistration"];
        };
        /** @description The credential that `navigator.credentials.create()` returns, as its `toJSON()` gives it. */
        PasskeyRegistration: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "platform" | "cross-platform";
            /** @description Not used. */
            clientExtensionResults?: Record<string, never>;
            response: {
                clientDataJSON: string;
                attestationObject: string;
                authenticatorData?: string;
                transports?: string[];
                publicKey?: string;
                publicKeyAlgorithm?: number;
            };
        };
        Confirmation: {
            password?: string;
            credential?: components["schemas"]["PasskeyAssertion"];
        };
        /** @description The credential that `navigator.credentials.get()` returns, as its `toJSON()` gives it. */
        PasskeyAssertion: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "platform" | "cross-platform";
            /** @description Not used. */
            clientExtensionResults?: Record<string, never>;
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string | null;
            };
        };
        SignInWithPasskey: {
            credential: components["schemas"]["PasskeyAssertion"];
        };
        TotpCode: {
            /** @description Code of the authenticator app, or a recovery code. Works once. */
            code: string;
        };
        SecondFactor: {
            /** @description The challenge in the response to the first step. */
            challenge: string;
            /** @description Code of the authenticator app, or a recovery code. Works once. */
            code: string;
        };
        UpdateUser: {
            /** @description Name of the person. */
            name?: string;
            /** @description At least 12 characters, and not a common password. Any characters are allowed. */
            password?: string;
            /** @description The password until now. Needed to change it; a user without a password leaves it out. */
            current_password?: string;
        };
        ResetPassword: {
            /** @description The part of the one-time link after `#token=`. */
            token: string;
            /** @description At least 12 characters, and not a common password. Any characters are allowed. */
            password: string;
        };
        AcceptInvitation: {
            /** @description The part of the one-time link after `#token=`. */
            token: string;
            /** @description Name of the person. */
            name: string;
            /** @description At least 12 characters, and not a common password. Any characters are allowed. */
            password: string;
        };
        SignInWithLink: {
            /** @description The part of the one-time link after `#token=`. */
            token: string;
        };
        ReadLink: {
            /** @description The part of the one-time link after `#token=`. */
            token: string;
        };
        SignIn: {
            /** @description E-mail address of the user. */
            email: string;
            password: string;
            /** @description One of `meta.merchants` of the error `merchant_choice_required`. */
            merchant_id?: string;
        };
        RotateApiKey: {
            /** @description How long the old key still works. 0 revokes it at once. Default: `86400`. */
            overlap_seconds?: number;
            /**
             * Format: date-time
             * @description Expiry of the new key, not after that of the key that you call with. Default: that of the old key.
             */
            expires_at?: string | null;
        };
        CreateApiKey: {
            name: string;
            /** @description Scopes of the new key, each of which the key that you call with must have. Default: all of its scopes except `api_keys:read` and `api_keys:write`. */
            scopes?: ("shipments:read" | "shipments:write" | "quotes:read" | "quotes:write" | "bookings:read" | "bookings:write" | "webhooks:read" | "webhooks:write" | "carriers:read" | "carriers:write" | "drivers:read" | "drivers:write" | "events:read" | "api_log:read" | "views:read" | "views:write" | "settings:read" | "settings:write" | "api_keys:read" | "api_keys:write")[];
            /**
             * Format: date-time
             * @description Not after the expiry of the key that you call with. Default: the same expiry as that key.
             */
            expires_at?: string | null;
            /** @description Not above the limit of the key that you call with. Default: the same limit as that key. */
            rate_limit_per_second?: number | null;
        };
        UpdateBranding: {
            /** @description Name at the top of the page. Null: none. */
            display_name?: string | null;
            /** @description Colour of links and of the progress, `#rrggbb`. Its contrast with white must be at least 4.5; the dark page lightens it as far as needed. Null: that of Waybill. */
            accent_color?: string | null;
            /** @description Where recipients get help: a page at https://. Null: none. */
            support_url?: string | null;
            /** @description Phone number for recipients. Null: none. */
            support_phone?: string | null;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            logo?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        UpdateParcelPreset: {
            name?: string;
            /** @description Kilograms, to three decimals. Null: the weight differs from parcel to parcel. */
            weight_kg?: number | null | string;
            /** @description The weight in another unit, stored exactly as sent. Instead of `weight_kg`. */
            weight?: components["schemas"]["WeightRequest"] | null;
            /** @description Centimetres, to two decimals. */
            length_cm?: number | string;
            /** @description Centimetres, to two decimals. */
            width_cm?: number | string;
            /** @description Centimetres, to two decimals. */
            height_cm?: number | string;
            /** @description The sides in another unit, stored exactly as sent. Instead of `length_cm` and the others. */
            dimensions?: components["schemas"]["DimensionsRequest"];
            /** @description Whether new parcels begin with it. Another default preset is then no longer it. */
            is_default?: boolean;
            /** @description Read-only. */
            preset_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        DimensionsRequest: {
            /** @description A number or text, with at most 9 decimals. */
            length: number | string;
            /** @description A number or text, with at most 9 decimals. */
            width: number | string;
            /** @description A number or text, with at most 9 decimals. */
            height: number | string;
            /**
             * @description Centimetres, millimetres or inches.
             * @enum {string}
             */
            unit: "cm" | "mm" | "in";
        };
        WeightRequest: {
            /** @description A number or text, with at most 9 decimals. */
            value: number | string;
            /**
             * @description Kilograms, grams, pounds or ounces.
             * @enum {string}
             */
            unit: "kg" | "g" | "lb" | "oz";
        };
        CreateParcelPreset: {
            name: string;
            /** @description Kilograms, to three decimals. Null: the weight differs from parcel to parcel. */
            weight_kg?: number | null | string;
            /** @description The weight in another unit, stored exactly as sent. Instead of `weight_kg`. */
            weight?: components["schemas"]["WeightRequest"] | null;
            /** @description Centimetres, to two decimals. */
            length_cm?: number | string;
            /** @description Centimetres, to two decimals. */
            width_cm?: number | string;
            /** @description Centimetres, to two decimals. */
            height_cm?: number | string;
            /** @description The sides in another unit, stored exactly as sent. Instead of `length_cm` and the others. */
            dimensions?: components["schemas"]["DimensionsRequest"];
            /** @description Whether new parcels begin with it. Another default preset is then no longer it. */
            is_default?: boolean;
        };
        UpdateSavedView: {
            name?: string;
            /** @description The filters as an object, by the names of the parameters of the list: `{"status": ["ready"], "metadata": {"shop": "north"}}`. `limit`, `cursor` and `sort` are not among them. */
            query?: {
                [key: string]: unknown;
            };
            /** @description Names of the columns to show, in order, as your program defines them. Null: its default columns. */
            columns?: string[] | null;
            /** @description The order. Null: the default of the list. */
            sort?: ("-created_at" | "created_at" | "-updated_at" | "updated_at") | null;
            /** @description Whether everybody in the environment sees the view. `false`: only the user or key that made it. */
            shared?: boolean;
            /** @description Views are listed by ascending position; those with the same one by age. */
            position?: number;
            /** @description Read-only. */
            view_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            resource?: unknown;
            /** @description Read-only. */
            created_by?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        CreateSavedView: {
            /**
             * @description The list that the view is of.
             * @enum {string}
             */
            resource: "shipments" | "bookings";
            name: string;
            /** @description The filters as an object, by the names of the parameters of the list: `{"status": ["ready"], "metadata": {"shop": "north"}}`. `limit`, `cursor` and `sort` are not among them. */
            query?: {
                [key: string]: unknown;
            };
            /** @description Names of the columns to show, in order, as your program defines them. Null: its default columns. */
            columns?: string[] | null;
            /** @description The order. Null: the default of the list. */
            sort?: ("-created_at" | "created_at" | "-updated_at" | "updated_at") | null;
            /** @description Whether everybody in the environment sees the view. `false`: only the user or key that made it. Default: `true`. */
            shared?: boolean;
            /** @description Views are listed by ascending position; those with the same one by age. Default: after the last one of the list. */
            position?: number;
        };
        DriverPosition: {
            /** @description Degrees. Requires longitude. Both 0 are refused. */
            latitude: number | string;
            /** @description Degrees. Requires latitude. */
            longitude: number | string;
        };
        DriverReport: {
            /**
             * @description `delivery_attempted`: nobody took the goods. `failed` ends the job. The guide [Own drivers](/docs/own-fleet#the-driver-s-app) lists the order of reports.
             * @enum {string}
             */
            status: "en_route_to_pickup" | "arrived_at_pickup" | "picked_up" | "en_route_to_dropoff" | "arrived_at_dropoff" | "delivery_attempted" | "returning" | "delivered" | "returned" | "failed";
            /** @description Why, if something is wrong; a `failed` report should have one. */
            incident?: ("damaged" | "lost" | "address_not_found" | "incorrect_address" | "recipient_not_available" | "recipient_refused" | "business_closed" | "access_restricted" | "verification_failed" | "customs_delay" | "customs_documents" | "weather" | "vehicle_issue" | "capacity" | "security" | "regulatory" | "unknown") | null;
            recipient_name?: string | null;
            note?: string | null;
        };
        DriverAvailability: {
            available: boolean;
        };
        AssignDriver: {
            /** @description Identifier, drv_… */
            driver_id: string;
        };
        UpdateDriver: {
            name?: string;
            telephone?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            capacity?: number;
            available?: boolean;
            active?: boolean;
            /** @description Read-only. */
            driver_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            open_jobs?: unknown;
            /** @description Read-only. */
            position?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        CreateDriver: {
            name: string;
            telephone?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Default: `5`. */
            capacity?: number;
            /** @description Default: `true`. */
            available?: boolean;
            /** @description Default: `true`. */
            active?: boolean;
        };
        UpdateRateCard: {
            name?: string;
            /**
             * @description Code of the carrier's service.
             * @enum {string}
             */
            service_code?: "fleet_now" | "fleet_same_day";
            /** @description ISO 4217 code, such as GBP. */
            currency?: string;
            pickup_country?: string;
            pickup_post_code_prefix?: string | null;
            distance_price?: {
                /** @description Charged for every delivery, before tax. */
                base_amount: number | string;
                /** @description For each kilometre as the crow flies. Default 0. */
                per_km_amount?: number | string;
                /** @description Weight of all parcels together that costs nothing. Default 0. */
                included_weight_kg?: number | string;
                /** @description For each kilogram beyond `included_weight_kg`. Default 0. */
                per_kg_amount?: number | string;
            } | null;
            zones?: {
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                /** @description Beginning of the post code of the drop-off: `SW1` applies to SW1A 1AA, `N1` not to N17 6AA. The longest match counts. Default null: the whole country. */
                post_code_prefix?: string | null;
                /** @description The price of the delivery, before tax. */
                amount: number | string;
            }[] | null;
            max_distance_km?: number | null | string;
            max_weight_kg?: number | string;
            max_parcels?: number;
            tax_rate_percent?: number | string;
            delivery_minutes?: number;
            enabled?: boolean;
            /** @description Read-only. */
            rate_card_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        CreateRateCard: {
            name: string;
            /**
             * @description Code of the carrier's service.
             * @enum {string}
             */
            service_code: "fleet_now" | "fleet_same_day";
            /** @description ISO 4217 code, such as GBP. */
            currency: string;
            pickup_country: string;
            /** @description The card holds for pickups whose post code begins with it. Default null: the whole country. */
            pickup_post_code_prefix?: string | null;
            /** @description Price by distance. Exactly one of it and `zones` is given. Default null. */
            distance_price?: {
                /** @description Charged for every delivery, before tax. */
                base_amount: number | string;
                /** @description For each kilometre as the crow flies. Default 0. */
                per_km_amount?: number | string;
                /** @description Weight of all parcels together that costs nothing. Default 0. */
                included_weight_kg?: number | string;
                /** @description For each kilogram beyond `included_weight_kg`. Default 0. */
                per_kg_amount?: number | string;
            } | null;
            /** @description Prices by place of the drop-off, each place once. Default null. */
            zones?: {
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                /** @description Beginning of the post code of the drop-off: `SW1` applies to SW1A 1AA, `N1` not to N17 6AA. The longest match counts. Default null: the whole country. */
                post_code_prefix?: string | null;
                /** @description The price of the delivery, before tax. */
                amount: number | string;
            }[] | null;
            /** @description Longest distance from pickup to drop-off, as the crow flies. Default null: any. */
            max_distance_km?: number | null | string;
            /** @description Highest weight of all parcels together. Default 50. */
            max_weight_kg?: number | string;
            /** @description Most parcels of a shipment. Default 20. */
            max_parcels?: number;
            /** @description Tax on the whole price, in percent. Default 0. */
            tax_rate_percent?: number | string;
            /** @description The delivery is promised within these minutes after the goods are ready. Default 120. */
            delivery_minutes?: number;
            /** @description Whether quotes have offers of the card. Default true. */
            enabled?: boolean;
        };
        LocateAddress: {
            /** @description An address as a shipment has it. Street, city, province, post code and country are looked up, nothing else. */
            address: components["schemas"]["AddressRequest"];
        };
        AddressRequest: {
            name?: string | null;
            /** @description Your own code. */
            code?: string | null;
            company?: string | null;
            /** @description Street and number. */
            address_line_1: string;
            address_line_2?: string | null;
            town?: string | null;
            city: string;
            /** @description Its ISO 3166-2 code, with or without the country, or its name as the country writes it: `BY`, `DE-BY` or `Bayern`. Public holidays of the province and, without coordinates, its time zone are found by it. */
            province?: string | null;
            post_code?: string | null;
            /** @description ISO 3166-1 alpha-2 code, such as GB. */
            country: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description International, such as +44 20 7946 0018, or as dialled in the country of the address; with an extension such as `x12`. Kept as sent; each carrier gets the form that it takes. */
            phone?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Degrees. Requires longitude. Both 0 are refused. */
            latitude?: number | null | string;
            /** @description Degrees. Requires latitude. */
            longitude?: number | null | string;
            google_place_id?: string | null;
            /** @description Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known. */
            residential?: boolean | null;
        };
        CheckAddress: {
            /** @description An address as a shipment has it. */
            address: components["schemas"]["AddressRequest"];
            /** @description Your account that is asked, cac_…; its carrier may charge for it. Null, the default: the oldest enabled one that checks addresses in the country. */
            carrier_account_id?: string | null;
        };
        UpdateCarrierAccount: {
            /** @description Your name for the account. */
            name?: string;
            /** @description Credentials to replace, by name; null removes an optional one. The others stay. Write-only. */
            credentials?: {
                [key: string]: string | null;
            };
            /** @description Base URL in place of the carrier's own for all its calls, its tokens and keys included. Null: the carrier's own. Only where the operator allows it. */
            endpoint?: string | null;
            /** @description Codes of the services to quote. Null: all. */
            services?: string[] | null;
            /** @description Pickups for which quotes ask the account. Null: all. */
            origin?: {
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                /** @description Post codes that begin with it: `SW1` stands for SW1A 1AA. In countries with British post codes, a whole district stands for itself: `N1` for N1 7QW and not N17 6AA. Default null: the whole country. */
                post_code_prefix?: string | null;
            } | null;
            /** @description Whether quotes ask the account. */
            enabled?: boolean;
            /** @description Read-only. */
            carrier_account_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            livemode?: unknown;
            /** @description Read-only. */
            carrier_code?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Ignored. */
            status?: unknown;
            /** @description Ignored. */
            failure?: unknown;
            /** @description Ignored. */
            verified_at?: unknown;
            /** @description Ignored. */
            credentials_set?: unknown;
            /** @description Ignored. */
            callback_url?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        CreateCarrierAccount: {
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Your name for the account, shown in messages. */
            name: string;
            /** @description The credentials of the account by name, as `account.fields` of `GET /api/v1/carriers` lists them. Write-only. */
            credentials: {
                [key: string]: string;
            };
            /** @description Base URL in place of the carrier's own for all its calls, its tokens and keys included. Null: the carrier's own. Only where the operator allows it. */
            endpoint?: string | null;
            /** @description Codes of the services to quote. `usps.*` stands for all that begin with `usps.`. Null, the default: all services. */
            services?: string[] | null;
            /** @description Pickups for which quotes ask the account. Null, the default: all. */
            origin?: {
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                /** @description Post codes that begin with it: `SW1` stands for SW1A 1AA. In countries with British post codes, a whole district stands for itself: `N1` for N1 7QW and not N17 6AA. Default null: the whole country. */
                post_code_prefix?: string | null;
            } | null;
            /** @description Whether quotes ask the account. Default: `true`. */
            enabled?: boolean;
        };
        PlanFault: {
            /** @description A simulated carrier, such as `city_van`. */
            carrier_code: string;
            /**
             * @description The call of the carrier that goes wrong: `quote`, `book`, `cancel`, `update` (a change of a booked shipment), `label`, or `report` (what the carrier reports on the way).
             * @enum {string}
             */
            operation: "quote" | "book" | "cancel" | "update" | "label" | "report";
            /**
             * @description What goes wrong. Not every operation can go wrong in each way.
             * @enum {string}
             */
            fault: "refuse" | "no_courier" | "server_error" | "too_many_requests" | "slow" | "timeout" | "timeout_after_success" | "malformed" | "duplicate" | "out_of_order" | "wrong_signature";
            /** @description How many calls go wrong. Waybill tries a call up to three times when the carrier fails: with `server_error` and `too_many_requests`, plan 4 to make the first call of yours fail. Default: `1`. */
            calls_count?: number;
            /** @description After this time the fault is over, used or not. Default: `60`. */
            expires_in_minutes?: number;
        };
        AdvanceShipment: {
            /**
             * @description Booking status to advance to, passing through the statuses in between.
             * @enum {string}
             */
            status?: "assigned" | "reassigning" | "en_route_to_pickup" | "arrived_at_pickup" | "picked_up" | "en_route_to_dropoff" | "arrived_at_dropoff" | "returning" | "delivered" | "returned" | "failed" | "cancelled";
            /**
             * @description Incident to report instead of a status.
             * @enum {string}
             */
            incident?: "damaged" | "lost" | "address_not_found" | "incorrect_address" | "recipient_not_available" | "recipient_refused" | "business_closed" | "access_restricted" | "verification_failed" | "customs_delay" | "customs_documents" | "weather" | "vehicle_issue" | "capacity" | "security" | "regulatory" | "unknown";
        };
        CreateReplay: {
            /**
             * Format: date-time
             * @description Replays events of this time or later. Events older than the retention period of deliveries (30 days by default) are skipped.
             */
            since: string;
            /**
             * Format: date-time
             * @description Replays events before this time. Default: now.
             */
            until?: string | null;
            /** @description Event types or wildcards to replay. Default: those of the subscription. */
            events?: string[] | null;
        };
        UpdateSubscription: {
            /** @description URL of the receiver; https in live environments. */
            url?: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events?: string[];
            /**
             * @description `paused`: events are stored but not sent. `active`: events are sent; also re-enables a disabled subscription. `disabled`: accepted only if the subscription is disabled, and changes nothing.
             * @enum {string}
             */
            status?: "active" | "paused" | "disabled";
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering?: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events?: boolean;
            /** @description Read-only. */
            subscription_id?: unknown;
            /** @description Read-only. */
            createdAt?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
            /** @description Read-only. */
            disabled_reason?: unknown;
            /** @description Ignored. */
            backlog?: unknown;
            /** @description Ignored. */
            missed?: unknown;
        };
        CreateSubscription: {
            /** @description URL of the receiver; https in live environments. */
            url: string;
            /** @description One event type. */
            event?: string | null;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events?: string[] | null;
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering?: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events?: boolean;
        };
        CreateManifest: {
            /** @description The account whose labels are closed. Null: that of the first booking. */
            carrier_account_id?: string | null;
            /** @description 1 to 500 bookings. Null, the default: all of the account, day and place that are in no manifest. */
            booking_ids?: string[] | null;
            /**
             * Format: date
             * @description Only labels collected on this day: `collection_date` of their shipments. Null: that of the first booking; without `booking_ids`, today in UTC.
             */
            ship_date?: string | null;
            /** @description Only labels collected at this place: `location_id` of a pickup address. Null: that of the first booking. */
            location_id?: string | null;
        };
        CreatePickup: {
            /** @description 1 to 100 bookings of one carrier account whose parcels are to be collected together. */
            booking_ids: string[];
            /**
             * Format: date-time
             * @description From when the carrier may come.
             */
            window_from: string;
            /**
             * Format: date-time
             * @description Until when, at most 12 hours later.
             */
            window_to: string;
            /** @description Where, as a shipment has it. Null, the default: the pickup address of the bookings. */
            address?: components["schemas"]["AddressRequest"] | null;
            /** @description For the driver. */
            instructions?: string | null;
            /** @description If the carrier names a higher price, or one in another currency, nothing is scheduled. */
            max_price?: {
                amount: number | string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            } | null;
        };
        CreateLabelBatch: {
            /** @description 1 to 500 bookings, in the order in which their labels are printed. */
            booking_ids: string[];
            /**
             * @description Format of the document. Default: `pdf`.
             * @enum {string}
             */
            format?: "pdf" | "zpl";
            /**
             * @description Page size of a PDF: `4x6`, a label on each page, or `a4`, four labels on each page. Default: `4x6`.
             * @enum {string}
             */
            size?: "4x6" | "a4";
            /** @description Marks each booking whose label is in the document as printed. Default: false. */
            mark_printed?: boolean;
        };
        CreateBookingBatch: {
            /** @description 1 to 500 shipments, each with the quote option to book. */
            bookings: components["schemas"]["BookingBatchEntry"][];
        };
        BookingBatchEntry: {
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description Identifier of an option of a quote, qop_… */
            quote_option_id: string;
            /** @description The `ETag` of the shipment that was quoted. If it has changed since, the item fails with `version_conflict`, and nothing is booked. */
            if_match?: string;
        };
        CancelShipment: {
            /** @description Your reason code: 1 to 64 letters, digits, _ . or -. */
            reason_code: string;
            /** @description A note in your own words. */
            reason_note?: string | null;
        };
        BookShipment: {
            /** @description Identifier of an option of a quote, qop_… */
            quote_option_id: string;
        };
        CreateQuoteForShipment: {
            /** @description The merchant of the token. Optional; if sent, it must match. */
            merchant_id?: string;
            /** @description Your order reference. It does not need to be unique. */
            merchant_order_ref?: string;
            /** @description A timestamp or a date. */
            collection_date?: string;
            /** @description Where the courier collects. */
            pickup_address?: components["schemas"]["AddressSentBack"];
            /** @description Where the courier delivers. */
            dropoff_address?: components["schemas"]["AddressSentBack"];
            /** @description 1 to 99 parcels. */
            parcels?: components["schemas"]["ParcelSentBack"][];
            /** @description Instructions for the courier at the pickup. */
            pickup_instructions?: string | null;
            /** @description Instructions for the courier at the delivery. */
            dropoff_instructions?: string | null;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at?: string | null;
            /** @description Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description What carriers are asked for beside the transport. A carrier that cannot do all of it makes no offer, and a quote says why. */
            service_options?: components["schemas"]["ServiceOptionsRequest"] | null;
            /** @description Declared to customs. */
            customs?: components["schemas"]["CustomsRequest"] | null;
            /** @description Up to 20 tags of up to 40 characters, without commas. Case and accents do not count: `Gift` and `gift` are the same tag. */
            tags?: string[] | null;
            /** @description The shipment to quote. All other fields must match it. */
            shipment_id: string;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            status?: unknown;
            /** @description Read-only. */
            assignee_id?: unknown;
            /** @description Read-only. */
            hold?: unknown;
            /** @description Read-only. */
            direction?: unknown;
            /** @description Read-only. */
            return_of?: unknown;
            /** @description Read-only. */
            return_terms?: unknown;
            /** @description Read-only. */
            return_ids?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Read-only. */
            updated_at?: unknown;
            /** @description Read-only. */
            booking_id?: unknown;
            /** @description Read-only. */
            cancellation_requested_at?: unknown;
            /** @description Read-only. */
            cancellation_reason_code?: unknown;
            /** @description Read-only. */
            cancellation_reason_note?: unknown;
            /** @description Read-only. */
            failure_reason?: unknown;
            /** @description Read-only. */
            tracking_url?: unknown;
            /** @description Read-only. */
            dispatch?: unknown;
        };
        /** @description A new shipment gets the customs defaults in the fields that are left out. Null, also in place of the whole object, declares nothing. */
        CustomsRequest: {
            contents?: ("merchandise" | "documents" | "gift" | "returned_goods" | "sample" | "humanitarian_donation" | "other") | null;
            /** @description Needed if `contents` is `other`. */
            contents_explanation?: string | null;
            /** @description If it cannot be delivered. */
            non_delivery?: ("return" | "abandon") | null;
            incoterm?: ("EXW" | "FCA" | "CPT" | "CIP" | "DAP" | "DPU" | "DDP" | "FAS" | "FOB" | "CFR" | "CIF" | "DAT" | "DDU") | null;
            duties_payer?: ("sender" | "recipient") | null;
            certify?: boolean | null;
            certify_signer?: string | null;
            /** @description Such as `NOEEI 30.37(a)`, an ITN or an MRN. */
            export_filing?: string | null;
            invoice_number?: string | null;
            invoice_date?: string | null;
            /** @description A change replaces all. A new shipment gets those of the customs defaults whose types are not in the list, and none if it is null or empty. */
            tax_ids?: components["schemas"]["TaxIdRequest"][] | null;
            /** @description Ignored. */
            from_defaults?: unknown;
        };
        TaxIdRequest: {
            /** @enum {string} */
            party: "sender" | "recipient" | "importer";
            /** @enum {string} */
            type: "vat" | "eori" | "ioss" | "oss" | "voec" | "ein" | "ssn" | "tin" | "abn" | "arn" | "gst" | "pan" | "pccc" | "cpf" | "cnpj" | "rfc" | "ukims" | "passport" | "national_id" | "other";
            number: string;
            /** @description Some carriers need it, unless the number names it, as EORI, VAT and IOSS numbers of the EU and GB do. */
            issuing_country?: string | null;
        };
        ServiceOptionsRequest: {
            /** @description Signature at the door, of anybody or an adult. Default: `none`. `required`: all carriers but own drivers. `adult`: EasyPost, ShipEngine, Shippo, UPS, Eco Parcel. */
            signature?: ("none" | "required" | "adult") | null;
            /** @description Value to be insured, of the whole shipment: EasyPost (one parcel, in USD), ShipEngine, Shippo, UPS (its declared value, in the currency of the shipper), City Van, Eco Parcel. Carriers that insure each parcel get its share, by `declared_value` or in equal parts. */
            insurance?: {
                amount: number | string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
                /** @description `carrier`: the carrier of the parcels insures them. `aggregator`: EasyPost, ShipEngine or Shippo does. Default: the one that insures at the account. */
                provider?: ("carrier" | "aggregator") | null;
            } | null;
            /** @description Deliver on Saturday: EasyPost, ShipEngine, Shippo; UPS within a country. */
            saturday_delivery?: boolean | null;
            /** @description Up to two texts on the label: EasyPost, ShipEngine, Shippo, UPS, Eco Parcel. A quote says which carrier shortens them. */
            label_references?: string[] | null;
            /** @description Where parcels that cannot be delivered go back to: EasyPost, ShipEngine, Shippo. Default: the pickup. */
            return_address?: components["schemas"]["AddressReplacement"] | null;
            /** @description Who pays the carrier in place of the account: EasyPost, ShipEngine, Shippo (with UPS and FedEx), UPS. Offers show the price all the same. */
            bill_to?: {
                /** @enum {string} */
                party: "recipient" | "third_party";
                /** @description Account with the carrier that pays. */
                account: string;
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country?: string | null;
                /** @description Post code of the account, which some carriers need. */
                post_code?: string | null;
            } | null;
            dangerous_goods?: {
                /**
                 * @description EasyPost takes them with USPS, FedEx and DHL eCommerce, Shippo lithium batteries with USPS. Others cannot be sent.
                 * @enum {string}
                 */
                kind: "lithium_batteries" | "limited_quantity";
            } | null;
            /** @description The courier checks the age by a document: Uber Direct; DoorDash Drive for 21 in the United States. */
            age_verification?: {
                /** @description Years. */
                minimum_age: number;
            } | null;
            /** @description The recipient tells the courier a PIN of the carrier: Uber Direct; DoorDash Drive, in place of the photo. */
            delivery_pin?: boolean | null;
            /** @description Tip for the courier: Uber Direct, DoorDash Drive, Swift Courier, City Van. Only carriers whose price is in this currency make an offer. */
            tip?: {
                amount: number | string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            } | null;
        };
        AddressReplacement: {
            name?: string | null;
            /** @description Your own code. */
            code?: string | null;
            company?: string | null;
            /** @description Street and number. */
            address_line_1: string;
            address_line_2?: string | null;
            town?: string | null;
            city: string;
            /** @description Its ISO 3166-2 code, with or without the country, or its name as the country writes it: `BY`, `DE-BY` or `Bayern`. Public holidays of the province and, without coordinates, its time zone are found by it. */
            province?: string | null;
            post_code?: string | null;
            /** @description ISO 3166-1 alpha-2 code, such as GB. */
            country: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description International, such as +44 20 7946 0018, or as dialled in the country of the address; with an extension such as `x12`. Kept as sent; each carrier gets the form that it takes. */
            phone?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Degrees. Requires longitude. Both 0 are refused. */
            latitude?: number | null | string;
            /** @description Degrees. Requires latitude. */
            longitude?: number | null | string;
            google_place_id?: string | null;
            /** @description Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known. */
            residential?: boolean | null;
            /** @description Read-only. */
            location_id?: unknown;
        };
        ParcelSentBack: {
            /** @description Short description of the contents. */
            title: string;
            /** @description Kilograms, rounded to the nearest gram; less than a gram counts as a gram. */
            weight_kg?: number | string;
            /** @description Instead of `weight_kg`, or with it as returned. */
            weight?: components["schemas"]["WeightRequest"];
            /** @description Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm. */
            length_cm?: number | string;
            /** @description Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm. */
            width_cm?: number | string;
            /** @description Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm. */
            height_cm?: number | string;
            /** @description Instead of `length_cm` and the others, or with them as returned. */
            dimensions?: components["schemas"]["DimensionsRequest"];
            /** @description Value of the contents in `declared_value_currency`, with at most the digits of that currency. Default: 0. */
            declared_value?: number | null | string;
            /** @description ISO 4217 code of the currency of `declared_value`. Default: the currency of the pickup country. */
            declared_value_currency?: string | null;
            /** @description Contents for customs and carriers. Default: the title. */
            contents_description?: string | null;
            /** @description Left out: a parcel with its id keeps its items. */
            items?: components["schemas"]["ParcelItemRequest"][] | null;
            /** @description A parcel of the shipment, which keeps its id. Leave it out for a new parcel. */
            parcel_id?: string;
        };
        ParcelItemRequest: {
            /** @description Such as `cotton T-shirt`, not `gift`. */
            description: string;
            quantity: number;
            /** @description Of one piece; in one currency per shipment. */
            unit_value: {
                amount: number | string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            };
            /** @description Of one piece. */
            unit_weight?: components["schemas"]["WeightRequest"] | null;
            /** @description 6 to 15 digits, and dots. */
            hs_code?: string | null;
            origin_country?: string | null;
            sku?: string | null;
        };
        AddressSentBack: {
            name?: string | null;
            /** @description Your own code. */
            code?: string | null;
            company?: string | null;
            /** @description Street and number. */
            address_line_1: string;
            address_line_2?: string | null;
            town?: string | null;
            city: string;
            /** @description Its ISO 3166-2 code, with or without the country, or its name as the country writes it: `BY`, `DE-BY` or `Bayern`. Public holidays of the province and, without coordinates, its time zone are found by it. */
            province?: string | null;
            post_code?: string | null;
            /** @description ISO 3166-1 alpha-2 code, such as GB. */
            country: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description International, such as +44 20 7946 0018, or as dialled in the country of the address; with an extension such as `x12`. Kept as sent; each carrier gets the form that it takes. */
            phone?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Degrees. Requires longitude. Both 0 are refused. */
            latitude?: number | null | string;
            /** @description Degrees. Requires latitude. */
            longitude?: number | null | string;
            google_place_id?: string | null;
            /** @description Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known. */
            residential?: boolean | null;
            /** @description Read-only. */
            location_id?: unknown;
        };
        CreateQuote: {
            /** @description The merchant of the token. Optional; if sent, it must match. */
            merchant_id?: string;
            /** @description Your order reference. It does not need to be unique. */
            merchant_order_ref: string;
            /** @description A timestamp or a date, as when a shipment is created. */
            collection_date: string;
            /** @description Where the courier collects. */
            pickup_address: components["schemas"]["AddressRequest"];
            /** @description Where the courier delivers. */
            dropoff_address: components["schemas"]["AddressRequest"];
            /** @description 1 to 99 parcels. */
            parcels: components["schemas"]["ParcelRequest"][];
            /** @description Instructions for the courier at the pickup. */
            pickup_instructions?: string | null;
            /** @description Instructions for the courier at the delivery. */
            dropoff_instructions?: string | null;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at?: string | null;
            /** @description Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description What carriers are asked for beside the transport. A carrier that cannot do all of it makes no offer, and a quote says why. */
            service_options?: components["schemas"]["ServiceOptionsRequest"] | null;
            /** @description Declared to customs. */
            customs?: components["schemas"]["CustomsRequest"] | null;
            /** @description Up to 20 tags of up to 40 characters, without commas. Case and accents do not count: `Gift` and `gift` are the same tag. */
            tags?: string[] | null;
            /** @description Null or omitted: the matching shipment is reused, or a new one is created. */
            shipment_id?: null;
        };
        ParcelRequest: {
            /** @description Short description of the contents. */
            title: string;
            /** @description Kilograms, rounded to the nearest gram; less than a gram counts as a gram. */
            weight_kg?: number | string;
            /** @description The weight in another unit, stored exactly as sent. Instead of `weight_kg`. */
            weight?: components["schemas"]["WeightRequest"];
            /** @description Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm. */
            length_cm?: number | string;
            /** @description Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm. */
            width_cm?: number | string;
            /** @description Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm. */
            height_cm?: number | string;
            /** @description The sides in another unit, stored exactly as sent. Instead of `length_cm` and the others. */
            dimensions?: components["schemas"]["DimensionsRequest"];
            /** @description Value of the contents in `declared_value_currency`, with at most the digits of that currency. Default: 0. */
            declared_value?: number | null | string;
            /** @description ISO 4217 code of the currency of `declared_value`. Default: the currency of the pickup country. */
            declared_value_currency?: string | null;
            /** @description Contents for customs and carriers. Default: the title. */
            contents_description?: string | null;
            /** @description The articles in it. */
            items?: components["schemas"]["ParcelItemRequest"][] | null;
        };
        UpdateReturnRules: {
            /** @description Tracking pages of delivered shipments lead to the returns page. Default: false. */
            enabled?: boolean | null;
            /** @description For so many days after the delivery. Default: 30. */
            days?: number | null;
            /** @description From recipients in these countries only. Default: from all. */
            countries?: string[] | null;
            /** @description Recipients choose one, if there are any. A change replaces all. */
            reasons?: {
                /** @description Your own code. */
                code: string;
                /** @description As recipients read it. */
                text: string;
            }[] | null;
            /** @description As the `pay` of returns. */
            pay?: ("now" | "on_use") | null;
            /** @description As the `label` of returns. Default: `paper`. */
            label?: ("paper" | "qr") | null;
            /** @description The first request of a delivery that fits is approved at once. Nothing is bought. Default: none is. */
            approve?: {
                /** @description Codes of `reasons`. Default: any. */
                reasons?: string[] | null;
                /** @description Default: any. */
                countries?: string[] | null;
                /** @description Days after the delivery. Default: any. */
                days?: number | null;
                /** @description Of the goods, as declared. Default: any. */
                max_value?: {
                    amount: number | string;
                    /** @description ISO 4217 code, such as GBP. */
                    currency: string;
                } | null;
            } | null;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        UpdateCustomsDefaults: {
            contents?: ("merchandise" | "documents" | "gift" | "returned_goods" | "sample" | "humanitarian_donation") | null;
            non_delivery?: ("return" | "abandon") | null;
            certify?: boolean | null;
            /** @description Signs invoices and the forms CN 22 and CN 23. Needed for `certify`. */
            certify_signer?: string | null;
            /** @description Exemption from filing exports of the United States, such as `NOEEI 30.37(a)`. Not used to Canada, and only if items show that no tariff number has more than 2,500 USD, in EUR 1,900, in GBP 1,600. */
            export_filing?: string | null;
            /** @description The sender's, such as EORI and VAT numbers. `ioss` is used to private recipients in the EU for values known to be up to 150 EUR, 140 USD or 105 GBP (not from Great Britain to Northern Ireland), `voec` to Norway, `abn` and `arn` to Australia, `ukims` to Northern Ireland. A change replaces all. */
            tax_ids?: components["schemas"]["OwnTaxIdRequest"][] | null;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Ignored. */
            updated_at?: unknown;
        };
        OwnTaxIdRequest: {
            /** @enum {string} */
            type: "vat" | "eori" | "ioss" | "oss" | "voec" | "ein" | "ssn" | "tin" | "abn" | "arn" | "gst" | "pan" | "pccc" | "cpf" | "cnpj" | "rfc" | "ukims" | "passport" | "national_id" | "other";
            number: string;
            /** @description Some carriers need it, unless the number names it, as EORI, VAT and IOSS numbers of the EU and GB do. */
            issuing_country?: string | null;
        };
        UpdatePickupLocation: {
            name?: string | null;
            address?: components["schemas"]["AddressReplacement"];
            hours?: components["schemas"]["OpeningHours"];
            closed_dates?: string[];
            /** @description IANA time zone; null: found by the address. One that was found by the address stays so if it is sent back unchanged. */
            time_zone?: string | null;
            /** @enum {string} */
            holidays?: "observe" | "ignore";
            /** @description Read-only. */
            pickup_location_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            location_id?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Read-only. */
            updated_at?: unknown;
        };
        OpeningHours: {
            monday?: components["schemas"]["OpeningInterval"][];
            tuesday?: components["schemas"]["OpeningInterval"][];
            wednesday?: components["schemas"]["OpeningInterval"][];
            thursday?: components["schemas"]["OpeningInterval"][];
            friday?: components["schemas"]["OpeningInterval"][];
            saturday?: components["schemas"]["OpeningInterval"][];
            sunday?: components["schemas"]["OpeningInterval"][];
        };
        OpeningInterval: {
            /** @description Local time, `HH:MM`. */
            from: string;
            /** @description Local time, `HH:MM`; `24:00` is midnight. */
            to: string;
        };
        CreatePickupLocation: {
            name?: string | null;
            /** @description The hours apply to shipments whose `pickup_address` has the same country, post code (without one, province), city and street lines. Case, accents, blanks and punctuation do not matter, nor do names, contacts and coordinates. */
            address: components["schemas"]["AddressRequest"];
            /** @description Opening hours by weekday, in local time. A day that is left out is closed. Hours of a day may touch, but not overlap. Default: Monday to Friday, 09:00 to 18:00. */
            hours?: components["schemas"]["OpeningHours"];
            /** @description Dates on which the place is closed. */
            closed_dates?: string[];
            /** @description IANA time zone. Default: found by the coordinates of the address, else by its country and province. */
            time_zone?: string | null;
            /**
             * @description `observe` (default): closed on public holidays of country and province. `ignore`: open on them.
             * @enum {string}
             */
            holidays?: "observe" | "ignore";
        };
        CreateNote: {
            /** @description For your team alone. Line breaks are kept. */
            text: string;
        };
        EditShipments: {
            /** @description 1 to 100 shipments. */
            shipment_ids: string[];
            /** @description Tags to add. Those that the shipment has stay as they are written. */
            add_tags?: string[];
            /** @description Tags to remove, in any case. Those that the shipment does not have are ignored. */
            remove_tags?: string[];
            /** @description An active member of your team, usr_…; null: nobody. Omitted: no change. */
            assignee_id?: string | null;
            /** @description Puts the shipments on hold; null releases them. Omitted: no change. */
            hold?: {
                /** @description Why, for your team. It is shown wherever the shipment cannot be booked. */
                reason: string;
            } | null;
            /** @description Answers recipients who ask for returns. Nothing is bought: book what you approve. */
            return_decision?: {
                /**
                 * @description `refused`: the return is cancelled.
                 * @enum {string}
                 */
                outcome: "approved" | "refused";
                /** @description Why it is refused, as the recipient reads it. */
                note?: string | null;
            };
        };
        TagShipment: {
            /** @description Tags to add. Those that the shipment has stay as they are written. */
            add_tags?: string[];
            /** @description Tags to remove, in any case. Those that the shipment does not have are ignored. */
            remove_tags?: string[];
        };
        AssignShipment: {
            /** @description An active member of your team, usr_…; null: nobody. */
            assignee_id: string | null;
        };
        HoldShipment: {
            /** @description Why, for your team. It is shown wherever the shipment cannot be booked. */
            reason: string;
        };
        ReturnShipment: {
            /** @description Items of the shipment, by `sku` or `description`. Default: everything that is not in another return. */
            items?: {
                sku?: string;
                description?: string;
                /** @description Looks in this parcel of the shipment only. */
                parcel_id?: string;
                /** @description Default: the `reason` of the return. */
                reason?: string;
                /** @description Default: all that are not in another return. */
                quantity?: number;
            }[];
            /** @description Whole parcels of the shipment, in place of `items`. */
            parcels?: {
                /** @description Identifier, pcl_… */
                parcel_id: string;
                reason?: string;
            }[];
            /** @description Your code for the reason, such as `wrong_size`. */
            reason?: string | null;
            /** @description The reason in words. */
            note?: string | null;
            /** @description When the carrier charges: `now`, with the booking, or `on_use`, when the label is used. Default: as it does. */
            pay?: ("now" | "on_use") | null;
            /** @description `qr`: the recipient shows a code, and needs no printer. Default: `paper`. */
            label?: ("paper" | "qr") | null;
            /** @description Default: that of the shipment. */
            merchant_order_ref?: string;
            /** @description Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters. */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        UpdateShipment: {
            /** @description The merchant of the token. Optional; if sent, it must match. */
            merchant_id?: string;
            /** @description A timestamp or a date, as when a shipment is created. Sending the displayed date back is a no-op, even if the shipment has a time on that date. To replace that time with any time of the day, send the start of the day, such as 2026-12-01T00:00:00+01:00. An on-demand shipment needs a time with a later date. */
            collection_date?: string;
            /** @description Where the courier collects. */
            pickup_address?: components["schemas"]["AddressPatch"];
            /** @description Where the courier delivers. */
            dropoff_address?: components["schemas"]["AddressPatch"];
            /** @description 1 to 99 parcels. */
            parcels?: components["schemas"]["ParcelSentBack"][];
            /** @description Instructions for the courier at the pickup. */
            pickup_instructions?: string | null;
            /** @description Instructions for the courier at the delivery. */
            dropoff_instructions?: string | null;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at?: string | null;
            /** @description Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters. */
            metadata?: {
                [key: string]: string | null;
            };
            /** @description An option that is left out stays, and null removes it; null in place of all removes all. Cannot be changed while a carrier has the booking. */
            service_options?: components["schemas"]["ServiceOptionsRequest"] | null;
            /** @description Changed as `service_options` are. A change of an unbooked shipment drops what `from_defaults` lists and no longer applies. */
            customs?: components["schemas"]["CustomsRequest"] | null;
            /** @description Up to 20 tags of up to 40 characters, without commas. Case and accents do not count: `Gift` and `gift` are the same tag. The list is replaced. */
            tags?: string[] | null;
            /** @description Read-only. */
            shipment_id?: unknown;
            /** @description Read-only. */
            environment_id?: unknown;
            /** @description Read-only. */
            merchant_order_ref?: unknown;
            /** @description Read-only. */
            status?: unknown;
            /** @description Read-only. */
            assignee_id?: unknown;
            /** @description Read-only. */
            hold?: unknown;
            /** @description Read-only. */
            direction?: unknown;
            /** @description Read-only. */
            return_of?: unknown;
            /** @description Read-only. */
            return_terms?: unknown;
            /** @description Read-only. */
            return_ids?: unknown;
            /** @description Read-only. */
            created_at?: unknown;
            /** @description Read-only. */
            updated_at?: unknown;
            /** @description Read-only. */
            booking_id?: unknown;
            /** @description Read-only. */
            cancellation_requested_at?: unknown;
            /** @description Read-only. */
            cancellation_reason_code?: unknown;
            /** @description Read-only. */
            cancellation_reason_note?: unknown;
            /** @description Read-only. */
            failure_reason?: unknown;
            /** @description Read-only. */
            tracking_url?: unknown;
            /** @description Read-only. */
            dispatch?: unknown;
        };
        /** @description Absent fields keep their value. If street, city, post code or country change, coordinates, place id and `residential` are dropped unless new ones are sent. */
        AddressPatch: {
            name?: string | null;
            /** @description Your own code. */
            code?: string | null;
            company?: string | null;
            /** @description Street and number. */
            address_line_1?: string;
            address_line_2?: string | null;
            town?: string | null;
            city?: string;
            province?: string | null;
            post_code?: string | null;
            /** @description ISO 3166-1 alpha-2 code, such as GB. */
            country?: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description International, such as +44 20 7946 0018, or as dialled in the country of the address; with an extension such as `x12`. Kept as sent; each carrier gets the form that it takes. */
            phone?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Degrees. Requires longitude. Both 0 are refused. */
            latitude?: number | null | string;
            /** @description Degrees. Requires latitude. */
            longitude?: number | null | string;
            google_place_id?: string | null;
            /** @description Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known. */
            residential?: boolean | null;
            /** @description Read-only. */
            location_id?: unknown;
        };
        CreateShipmentBatch: {
            /** @description 1 to 500 shipments, each as the body of `POST /api/v1/shipments`. */
            shipments: components["schemas"]["CreateShipment"][];
            /** @description Whether to validate the shipments only. Nothing is registered. Default: false. */
            dry_run?: boolean;
        };
        CreateShipment: {
            /** @description The merchant of the token. Optional; if sent, it must match. */
            merchant_id?: string;
            /** @description Your order reference. It does not need to be unique. */
            merchant_order_ref: string;
            /** @description A date or a timestamp; yesterday at the earliest. A date is that day at the pickup: the courier is asked for from the opening of the pickup. Weekends, public holidays and closed hours move the time asked of the carrier to the next opening, never this date. A timestamp with an offset keeps the date it is written with. */
            collection_date: string;
            /** @description Where the courier collects. */
            pickup_address: components["schemas"]["AddressRequest"];
            /** @description Where the courier delivers. */
            dropoff_address: components["schemas"]["AddressRequest"];
            /** @description 1 to 99 parcels. */
            parcels: components["schemas"]["ParcelRequest"][];
            /** @description Instructions for the courier at the pickup. */
            pickup_instructions?: string | null;
            /** @description Instructions for the courier at the delivery. */
            dropoff_instructions?: string | null;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at?: string | null;
            /** @description Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description What carriers are asked for beside the transport. A carrier that cannot do all of it makes no offer, and a quote says why. */
            service_options?: components["schemas"]["ServiceOptionsRequest"] | null;
            /** @description Declared to customs. */
            customs?: components["schemas"]["CustomsRequest"] | null;
            /** @description Up to 20 tags of up to 40 characters, without commas. Case and accents do not count: `Gift` and `gift` are the same tag. */
            tags?: string[] | null;
            /** @description The active member of your team, usr_…, who takes care of it. Default: nobody. */
            assignee_id?: string | null;
            /** @description Keeps the shipment from being booked until it is released. */
            hold?: {
                /** @description Why, for your team. It is shown wherever the shipment cannot be booked. */
                reason: string;
            } | null;
        };
        CreateOnDemandShipment: {
            /** @description The merchant of the token. Optional; if sent, it must match. */
            merchant_id?: string;
            /** @description Your order reference. It does not need to be unique. */
            merchant_order_ref: string;
            /** @description When the courier is to collect. Default: at once. A later time is asked of the carrier. */
            collection_date?: string;
            /** @description Where the courier collects. */
            pickup_address: components["schemas"]["AddressRequest"];
            /** @description Where the courier delivers. */
            dropoff_address: components["schemas"]["AddressRequest"];
            /** @description 1 to 99 parcels. */
            parcels: components["schemas"]["ParcelRequest"][];
            /** @description Instructions for the courier at the pickup. */
            pickup_instructions?: string | null;
            /** @description Instructions for the courier at the delivery. */
            dropoff_instructions?: string | null;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at?: string | null;
            /** @description Waybill adds mode "on_demand" and priority "high". They do not count towards the 50 keys; another value of either is refused. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description What carriers are asked for beside the transport. A carrier that cannot do all of it makes no offer, and a quote says why. */
            service_options?: components["schemas"]["ServiceOptionsRequest"] | null;
            /** @description Declared to customs. */
            customs?: components["schemas"]["CustomsRequest"] | null;
            /** @description Up to 20 tags of up to 40 characters, without commas. Case and accents do not count: `Gift` and `gift` are the same tag. */
            tags?: string[] | null;
            /** @description Limits of the search for a courier. They cannot be changed after creation. */
            dispatch?: components["schemas"]["DispatchRequest"] | null;
            /** @description The active member of your team, usr_…, who takes care of it. Default: nobody. */
            assignee_id?: string | null;
        };
        DispatchRequest: {
            /** @description The most that a courier is booked for, tax and earlier cancellation fees included. Offers in another currency are not booked. It limits the search only: a change of the shipment that raises the price afterwards is a line in `charges` of the booking. Default: no limit. */
            max_total_amount?: (number | string) | null;
            /** @description Currency of max_total_amount. Default: the currency of the pickup country. */
            currency?: string | null;
            /** @description Carriers that may be booked, on demand or not. Default: every on-demand service of every carrier. */
            carrier_codes?: string[] | null;
            /** @description Services that may be booked, on demand or not. Default: every on-demand service. */
            service_codes?: string[] | null;
            /** @description Only services of aggregators whose parcels one of these carries, such as `USPS`, in any case. Default: every one that may be booked. */
            carried_by?: string[] | null;
            /**
             * Format: date-time
             * @description Offers whose delivery window ends later are not booked. After `collection_date` and `ready_at`, if they are sent.
             */
            deliver_by?: string | null;
            /** @description The most bookings that carriers accept, 1 to 20, in all searches for the shipment: when so many have ended before the pickup, no other courier is looked for. Refusals do not count; window_minutes limits how long carriers are asked. Default: 5. */
            max_attempts?: number | null;
            /** @description Minutes until the search ends and the shipment fails, 1 to 120. If the carrier or you cancel the booking, the search continues in the same window. Default: the setting of the installation, usually 10. */
            window_minutes?: number | null;
            /** @description A courier who has not arrived at the pickup this many minutes after the pickup time, or after the booking if that is later, is cancelled and another one is looked for, in a new window of the same length. A fee for it counts towards max_total_amount. Default: never. */
            pickup_late_after_minutes?: number | null;
        };
        Subscription: {
            /** @description Identifier, whs_… */
            subscription_id: string;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description URL of the receiver; https in live environments. */
            url: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events: boolean;
            /** @description Why it was disabled. `gone`: the receiver responded 410. `failing`: it failed for five days. */
            disabled_reason: (("gone" | "failing") | (string & {})) | null;
            /**
             * Format: date-time
             * @description Time of creation. The only field with a name of this form; `created_at` elsewhere.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        CarrierAccount: {
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Your name for the account. */
            name: string;
            /** @description Base URL in place of the carrier's own for all its calls, its tokens and keys included. Null: the carrier's own. Only where the operator allows it. */
            endpoint: string | null;
            /** @description Whether quotes ask the account. */
            enabled: boolean;
            /** @description Codes of the services to quote. Null: all. */
            services: string[] | null;
            /** @description Pickups for which quotes ask the account. Null: all. */
            origin: {
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                post_code_prefix: string | null;
            } | null;
            /** @description `unverified`: the credentials were not proven since they changed; quotes ask the account. `verified`: the carrier has accepted them. `failing`: it refuses them; quotes do not ask the account. */
            status: ("unverified" | "verified" | "failing") | (string & {});
            /** @description The carrier's reason while the status is `failing`. */
            failure: {
                /** @description The carrier's code of the refusal, or `credentials_unreadable`: Waybill cannot decrypt them. */
                code: string;
                /** @description The carrier's words, to be read by a developer. */
                message: string;
                /** @description When the carrier refused them first. */
                at: string;
            } | null;
            /** @description When the carrier last accepted the credentials in a verification. */
            verified_at: string | null;
            /** @description Names of the credentials that are set. */
            credentials_set: string[];
            /** @description Where the carrier sends its call-backs. Null: it sends none, or this installation has no public address. */
            callback_url: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        DriverLocation: {
            /** @description Identifier, bkg_… */
            booking_id: string;
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description Identifier, drv_… */
            driver_id: string | null;
            /** @description Position in degrees; null until the carrier reports one. */
            location: {
                /** @description Degrees. */
                latitude: number;
                /** @description Degrees. */
                longitude: number;
            } | null;
            /**
             * Format: date-time
             * @description When the courier was at this position, else null.
             */
            occurred_at: string | null;
            /**
             * Format: date-time
             * @description When the carrier reported it.
             */
            received_at: string | null;
        };
        Booking: {
            /** @description Identifier, bkg_… */
            booking_id: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description The current shipment. */
            shipment: components["schemas"]["Shipment"];
            /** @description The option that was booked. */
            quote_option: components["schemas"]["QuoteOption"];
            /** @description The current status. */
            status: components["schemas"]["BookingStatus"];
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description The carrier's job reference; null until the carrier accepts the booking. */
            carrier_job_id: string | null;
            /** @description The carrier's tracking number of the parcel, or of the first of several; null if the carrier has none or it is not known. */
            tracking_number: string | null;
            /** @description URL of the carrier's own tracking page; null if the carrier gives none. `tracking_url` is Waybill's page, which shows no address. */
            carrier_tracking_url: string | null;
            /** @description Signed URL of the label in the carrier's default format. Valid for 7 days without a token, unless revoked. */
            label_url: string | null;
            /**
             * Format: date-time
             * @description When the label was first marked as printed; null: it was not, or the carrier has made a new label since.
             */
            printed_at: string | null;
            /** @description How often the label was marked as printed, reprints included. */
            print_count: number;
            /** @description URL of the public tracking page for the recipient. Needs no token. */
            tracking_url: string | null;
            /** @description The driver; null while none is assigned. */
            driver: components["schemas"]["Driver"] | null;
            /** @description The current driver. */
            current_driver_id: string | null;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            booked_at: string;
            /**
             * Format: date-time
             * @description When the cancellation of the booking was requested, also while the booking is `pending`; null if there is none, or if the carrier refused. If the shipment is cancelled while the booking is pending, the booking has it once the carrier has answered.
             */
            cancellation_requested_at: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled, else null.
             */
            cancelled_at: string | null;
            /** @description The reason code of the cancellation, else null. */
            cancellation_reason_code: string | null;
            /** @description The note of the cancellation, else null. */
            cancellation_reason_note: string | null;
            /** @description The cancellation note, or the reason code if there is no note. */
            cancel_reason: string | null;
            /** @description Why the booking is `failed`, else null. */
            failure_reason: components["schemas"]["FailureReason"] | null;
            /** @description The current incident, else null. */
            incident: components["schemas"]["Incident"] | null;
            /** @description When the delivery is expected; null once the booking has ended. */
            eta: components["schemas"]["Eta"] | null;
            /** @description Proof of delivery; null until it exists. */
            pod: components["schemas"]["ProofOfDelivery"] | null;
            /** @description Charges and credits of the carrier since the booking, oldest first, without the price of the option. A booking that is cancelled before the pickup costs the sum of its charges alone. See [What a cancellation costs](/docs/changing-and-cancelling#what-a-cancellation-costs). */
            charges: components["schemas"]["Charge"][];
            /** @description For its label. */
            refund: components["schemas"]["Refund"] | null;
            /** @description The parcels of the shipment in their order, with the label, number, status and price of each. */
            parcels: components["schemas"]["BookedParcel"][];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        BookedParcel: {
            /** @description Identifier, pcl_… */
            parcel_id: string;
            /** @description Position among the parcels of the shipment, from 1: the `parcel` of labels. */
            number: number;
            /** @description Where this parcel is. The status of the booking follows from those of all its parcels. */
            status: components["schemas"]["BookingStatus"];
            /** @description What keeps this parcel, else null. */
            incident: components["schemas"]["Incident"] | null;
            /** @description Null: the carrier gives this parcel none. */
            tracking_number: string | null;
            /** @description URL of the carrier's own tracking page; null if the carrier gives none. `tracking_url` is Waybill's page, which shows no address. */
            carrier_tracking_url: string | null;
            /** @description A signed link to this parcel's label; null without one, and once the parcel is cancelled. */
            label_url: string | null;
            /** @description Null: the carrier states one price for all parcels. */
            price: {
                /** @description The parcel's part of the price. */
                amount: string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            } | null;
            /** @description What becomes of the price of a cancelled label: requested, submitted, rejected, expired, granted. More may be added. Null: nothing is to be paid back. */
            refund_status: string | null;
        };
        Refund: {
            /** @description `expired`: not decided in 45 days. */
            status: ("requested" | "submitted" | "rejected" | "expired" | "granted") | (string & {});
            amount: string;
            /** @description ISO 4217 code, such as GBP. */
            currency: string;
            /**
             * Format: date-time
             * @description When the carriers were asked for offers.
             */
            requested_at: string;
            settled_at: string | null;
        };
        Charge: {
            /** @description Why it is charged: cancellation_fee, weight_adjustment, route_adjustment, refund_rejected. More may be added. */
            type: string;
            /** @description Amount before tax; negative if the carrier credits it. */
            amount: string;
            /** @description Tax amount. */
            tax_amount: string;
            /** @description ISO 4217 code, such as GBP. */
            currency: string;
            /** @description Why, in words, else null. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was charged.
             */
            at: string;
        };
        ProofOfDelivery: {
            pod_id: string;
            type: ("delivery" | "pickup" | "return") | (string & {});
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            captured_at: string;
            captured_by: {
                /** @description Identifier, drv_… */
                driver_id: string;
                name: string;
            } | null;
            recipient: {
                name: string;
                relationship: string | null;
            } | null;
            photos: {
                /** @description Signed URL of the photo. Valid until expires_at without a token, unless revoked. */
                url: string;
                content_type: string;
                sha256: string;
                /**
                 * Format: date-time
                 * @description When it expires.
                 */
                expires_at: string;
            }[];
            signature: {
                /** @description Signed URL of the signature's image. Valid until expires_at without a token, unless revoked. */
                url: string;
                signer_name: string | null;
                /** @description Null: the signature was stored before this field was added. */
                content_type: string | null;
                /** @description Null: the signature was stored before this field was added. */
                sha256: string | null;
                /**
                 * Format: date-time
                 * @description When it expires.
                 */
                expires_at: string;
            } | null;
            pin: {
                required: boolean;
                verified: boolean;
            } | null;
            barcodes: {
                symbology: string;
                value: string;
                outcome: string;
                /**
                 * Format: date-time
                 * @description When it was scanned.
                 */
                scanned_at: string;
            }[];
            location: {
                /** @description Degrees. */
                latitude: number;
                /** @description Degrees. */
                longitude: number;
                accuracy_m: number | null;
                distance_to_dropoff_m: number | null;
            } | null;
            notes: string | null;
        };
        Eta: {
            from: string;
            to: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Where it comes from: `quote` (the option that was booked), `carrier` (the carrier's reports) or `position` (the courier's position). More may be added. */
            source: string;
        };
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `no_courier_available`: On demand: every carrier declined for a reason that time does not change.
         *     - `dispatch_window_over`: On demand: no carrier accepted within the window of `dispatch`.
         *     - `dispatch_attempts_used_up`: On demand: as many bookings as `max_attempts` of `dispatch` ended before the pickup.
         *     - `no_carrier_on_demand`: On demand: no carrier of the environment offers a service that may be booked, such as in a live environment without a carrier account.
         *     - `booking_cancelled`: On demand: a booking of the shipment was cancelled, by you or because the courier was late, and then the window had passed or no other service took the shipment.
         *     - `cancelled_after_pickup`: Shipments only: the carrier cancelled the booking at your request, but had already reported the pickup.
         *     - `carrier_failed`: The carrier reported that it failed, without an incident.
         *     - `never_arrived`: Bookings only: the request never reached the carrier.
         *     - `not_booked`: Bookings only: the carrier did not answer, and the operator of your Waybill found that it has no such booking.
         *     - `unreachable`: Bookings only: no connection to the carrier could be made.
         *     - `circuit_open`: Bookings only: the carrier failed too often, and calls to it were paused.
         *     - `too_many_calls`: Bookings only: too many calls to the carrier were in progress.
         *     - `deadline_passed`: Bookings only: the time for the request ended before it was sent to the carrier.
         *     - `address_not_allowed`: Bookings only: the carrier's URL leads to an address that Waybill does not call.
         *     - An incident code, such as `lost`: the incident that the carrier reported. `unknown`: the carrier gave no reason.
         *     - Bookings only: any code with which the carrier refused, such as `no_courier`; without one, its HTTP status, such as `http_422`.
         */
        FailureReason: ("no_courier_available" | "dispatch_window_over" | "dispatch_attempts_used_up" | "no_carrier_on_demand" | "booking_cancelled" | "cancelled_after_pickup" | "carrier_failed" | "never_arrived" | "not_booked" | "unreachable" | "circuit_open" | "too_many_calls" | "deadline_passed" | "address_not_allowed" | "damaged" | "lost" | "address_not_found" | "incorrect_address" | "recipient_not_available" | "recipient_refused" | "business_closed" | "access_restricted" | "verification_failed" | "customs_delay" | "customs_documents" | "weather" | "vehicle_issue" | "capacity" | "security" | "regulatory" | "unknown") | (string & {});
        Driver: {
            /** @description Identifier, drv_… */
            driver_id: string;
            name: string;
            /** @description Empty: not known. */
            email: string;
            /** @description Empty: not known. */
            telephone: string;
            /** @description Asked for by the number, which several couriers share. Empty: none. */
            telephone_pin: string;
        };
        QuoteOption: {
            /** @description Identifier of an option of a quote, qop_… */
            quote_option_id: string;
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Name of the carrier when it made the offer. */
            carrier_name: string;
            /** @description Who carries the parcels, if the carrier is an aggregator: `USPS`. Null: the carrier itself. */
            carried_by: string | null;
            /** @description Code of the carrier's service. */
            service_code: string;
            /** @description Name of the service when the offer was made; null if the carrier gives it none. */
            service_name: string | null;
            /** @description ISO 4217 code, such as GBP. */
            currency: string;
            /** @description Amount before tax. */
            amount: string;
            /** @description Tax amount. */
            tax_amount: string;
            /** @description Price including tax. */
            total_amount: string;
            /** @description The parts of the price, whose sum is total_amount: `base`, `fuel`, `customs`, `tax` or another type of the carrier. More types may be added. A discount is negative. */
            price_lines: {
                type: string;
                amount: string;
            }[];
            /**
             * Format: date-time
             * @description Earliest delivery.
             */
            eta_from: string;
            /**
             * Format: date-time
             * @description Latest delivery.
             */
            eta_to: string;
            /** @description `time`: the carrier names times. `day`: it names a day; the window is 08:00 to 20:00 at the drop-off. `table`: it makes no estimate; the window ends with the longest transit that it publishes. */
            eta_precision: ("time" | "day" | "table") | (string & {});
            /** @description Calendar days, with weekends and holidays, from the day when the parcels are ready, in the time zone of the pickup, to the day of eta_to in that of the drop-off: 0 is the same day. */
            transit_days: number;
            /** @description What the service includes: `tracking`, `live_position`, `photo` and `signature` at the door, `insurance`, or another feature of the carrier. More may be added. */
            features: string[];
            /**
             * Format: date-time
             * @description Until when the option can be booked.
             */
            expires_at: string;
            /** @description Limits of the service. */
            rules: {
                max_weight_kg: number;
            };
        };
        Shipment: {
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Your order reference. It does not need to be unique. */
            merchant_order_ref: string;
            /** @description The date as it was sent, YYYY-MM-DD. For a UTC timestamp, its date in UTC. On demand without one: the date at the pickup. */
            collection_date: string;
            /** @description The current status. */
            status: components["schemas"]["ShipmentStatus"];
            /** @description Where the courier collects. */
            pickup_address: components["schemas"]["Address"];
            /** @description Where the courier delivers. */
            dropoff_address: components["schemas"]["Address"];
            /** @description Instructions for the courier at the pickup. */
            pickup_instructions: string | null;
            /** @description Instructions for the courier at the delivery. */
            dropoff_instructions: string | null;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at: string;
            /** @description Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters. */
            metadata: {
                [key: string]: string;
            };
            /** @description Its tags, as they were written. */
            tags: string[];
            /** @description The member of your team who takes care of the shipment, usr_…; null: nobody. It stays when the member leaves. */
            assignee_id: string | null;
            /** @description Set while the shipment is on hold: it cannot be booked. Not the status `on_hold`, which is of the carrier. */
            hold: components["schemas"]["Hold"] | null;
            /** @description The parcels. */
            parcels: components["schemas"]["Parcel"][];
            /** @description What carriers are asked for beside the transport. Null: nothing. */
            service_options: components["schemas"]["ServiceOptions"] | null;
            /** @description Declared to customs. */
            customs: components["schemas"]["Customs"] | null;
            /** @description `return`: it brings goods of another shipment back. */
            direction: ("outbound" | "return") | (string & {});
            /** @description The shipment whose goods it brings back, shp_…. */
            return_of: string | null;
            /** @description Set for a return. */
            return_terms: components["schemas"]["ReturnTerms"] | null;
            /** @description Its returns, shp_…, oldest first. */
            return_ids: string[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description The current booking, bkg_…, or the one that a carrier is asked for now; null: none. It is null again if that booking failed or was cancelled before pickup. A shipment that is `cancelled` or `expired`, or has failed with `booking_cancelled`, has none: `GET /shipments/{shipment_id}/booking` returns its last one. */
            booking_id: string | null;
            /**
             * Format: date-time
             * @description When the pending cancellation was requested; null if none is pending.
             */
            cancellation_requested_at: string | null;
            /** @description The reason code of the cancellation, else null. */
            cancellation_reason_code: string | null;
            /** @description The note of the cancellation, else null. */
            cancellation_reason_note: string | null;
            /** @description Why the shipment is `failed`, else null. */
            failure_reason: components["schemas"]["FailureReason"] | null;
            /** @description URL of the public tracking page for the recipient. Needs no token. */
            tracking_url: string | null;
            /** @description Limits of the search for a courier; null for a shipment that is not on demand. */
            dispatch: components["schemas"]["Dispatch"] | null;
        };
        Dispatch: {
            /** @description Decimal string; null: no limit. */
            max_total_amount: string | null;
            /** @description Currency of max_total_amount. */
            currency: string | null;
            carrier_codes: string[] | null;
            service_codes: string[] | null;
            /** @description Null: no limit. */
            carried_by: string[] | null;
            deliver_by: string | null;
            /** @description The most bookings that carriers accept, in all searches for the shipment; refusals do not count. */
            max_attempts: number;
            /** @description As sent, else the setting of the installation at the time. Null: the shipment is older than this field. */
            window_minutes: number | null;
            /** @description Null: a late courier is not cancelled. */
            pickup_late_after_minutes: number | null;
        };
        ReturnTerms: {
            /** @description Null: none, or see `goods`. */
            reason: string | null;
            note: string | null;
            /** @description Null: as the carrier does. */
            pay: (("now" | "on_use") | (string & {})) | null;
            label: ("paper" | "qr") | (string & {});
            /** @description Of the original; `item`: its place in the parcel, from 0; null: all of it. */
            goods: {
                /** @description Identifier, pcl_… */
                parcel_id: string;
                item: number | null;
                quantity: number;
                reason: string | null;
            }[];
            by_recipient: boolean;
            /** @description About a request of the recipient. A booking decides, too. */
            decision: {
                outcome: ("approved" | "refused") | (string & {});
                note: string | null;
                decided_at: string;
                /** @description usr_… or key_…; null: the return rules. */
                decided_by: string | null;
            } | null;
        };
        Customs: {
            contents: string | null;
            contents_explanation: string | null;
            non_delivery: string | null;
            incoterm: string | null;
            duties_payer: string | null;
            certify: boolean;
            certify_signer: string | null;
            export_filing: string | null;
            invoice_number: string | null;
            invoice_date: string | null;
            tax_ids: components["schemas"]["TaxId"][];
            /** @description Fields that the customs defaults filled, such as `certify_signer` and `tax_ids.eori`. */
            from_defaults: string[];
        };
        TaxId: {
            party: string;
            type: string;
            number: string;
            issuing_country: string | null;
        };
        ServiceOptions: {
            signature: ("none" | "required" | "adult") | (string & {});
            insurance: {
                /** @description Decimal string. */
                amount: string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
                provider: (("carrier" | "aggregator") | (string & {})) | null;
            } | null;
            saturday_delivery: boolean;
            label_references: string[];
            return_address: components["schemas"]["FullAddress"] | null;
            bill_to: {
                party: ("recipient" | "third_party") | (string & {});
                account: string;
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string | null;
                post_code: string | null;
            } | null;
            dangerous_goods: {
                kind: ("lithium_batteries" | "limited_quantity") | (string & {});
            } | null;
            age_verification: {
                minimum_age: number;
            } | null;
            delivery_pin: boolean;
            tip: {
                /** @description Decimal string. */
                amount: string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            } | null;
        };
        FullAddress: {
            /** @description Identical addresses within an environment have the same id. */
            location_id: string;
            name: string | null;
            /** @description Your own code. */
            code: string | null;
            company: string | null;
            /** @description Street and number. */
            address_line_1: string;
            address_line_2: string | null;
            town: string | null;
            city: string;
            province: string | null;
            post_code: string | null;
            /** @description ISO 3166-1 alpha-2 code, such as GB. */
            country: string;
            first_name: string | null;
            last_name: string | null;
            /** @description Phone number. */
            phone: string | null;
            /** @description E-mail address. */
            email: string | null;
            /** @description Degrees. */
            latitude: number | null;
            /** @description Degrees. */
            longitude: number | null;
            google_place_id: string | null;
            /** @description Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known. */
            residential: boolean | null;
        };
        Parcel: {
            /** @description Identifier, pcl_… */
            parcel_id: string;
            /** @description Short description of the contents. */
            title: string;
            /** @description Kilograms, 3 decimals. */
            weight_kg: string;
            /** @description The weight as it was sent. */
            weight: components["schemas"]["Weight"];
            /** @description Centimetres, 2 decimals. */
            length_cm: string;
            /** @description Centimetres, 2 decimals. */
            width_cm: string;
            /** @description Centimetres, 2 decimals. */
            height_cm: string;
            /** @description The sides as they were sent. */
            dimensions: components["schemas"]["Dimensions"];
            /** @description Value of the contents, with the digits of its currency. */
            declared_value: string;
            /** @description ISO 4217 code of the currency of `declared_value`. */
            declared_value_currency: string;
            /** @description Contents for customs and carriers. Default: the title. */
            contents_description: string;
            items: components["schemas"]["ParcelItem"][];
        };
        ParcelItem: {
            description: string;
            quantity: number;
            unit_value: {
                amount: string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            };
            unit_weight: components["schemas"]["Weight"] | null;
            hs_code: string | null;
            origin_country: string | null;
            sku: string | null;
        };
        Weight: {
            /** @description In `unit`. */
            value: string;
            /** @description Kilograms, grams, pounds or ounces. */
            unit: ("kg" | "g" | "lb" | "oz") | (string & {});
        };
        Dimensions: {
            /** @description In `unit`. */
            length: string;
            /** @description In `unit`. */
            width: string;
            /** @description In `unit`. */
            height: string;
            /** @description Centimetres, millimetres or inches. */
            unit: ("cm" | "mm" | "in") | (string & {});
        };
        Hold: {
            /** @description Why, in the words of the one who put it on hold. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was put on hold.
             */
            held_at: string;
            /** @description The member or the API key that put it on hold, usr_… or key_…. */
            held_by: string;
        };
        Address: {
            /** @description Identical addresses within an environment have the same id. */
            location_id: string;
            name: string | null;
            /** @description Street and number. */
            address_line_1: string;
            city: string;
            /** @description ISO 3166-1 alpha-2 code, such as GB. */
            country: string;
            post_code: string | null;
            /** @description Degrees. */
            latitude: number | null;
            /** @description Degrees. */
            longitude: number | null;
        };
        Quote: {
            /** @description Identifier, qte_… */
            quote_id: string;
            /** @description Your order reference. It does not need to be unique. */
            merchant_order_ref: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description Whether the shipment was registered for this quote. False if the request names it, or an unbooked one matched. */
            shipment_created: boolean;
            /** @description The current status. */
            status: components["schemas"]["QuoteStatus"];
            /**
             * Format: date-time
             * @description When the carriers were asked for offers.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the last option expires.
             */
            expires_at: string;
            /** @description Offers, sorted by total amount, lowest first. */
            options: components["schemas"]["QuoteOption"][];
            /** @description The option that was booked. */
            selected_option: components["schemas"]["QuoteOption"] | null;
            /** @description Why a carrier or one of its services made no offer. */
            messages: components["schemas"]["CarrierMessage"][];
        };
        CarrierMessage: {
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description The service; null: every service of the carrier. */
            service_code: string | null;
            /** @description Why there is no offer. If a field of the shipment is the reason, `pointer` names it. */
            code: components["schemas"]["CarrierMessageCode"];
            message: string;
            /** @description `true`: the carrier may make an offer for the same route and parcels later; request a quote again. `false`: it will not; change route, parcels or time, or use other carriers. */
            retryable: boolean;
            /** @description JSON pointer to the missing or wrong field of the shipment, such as `/dropoff_address/phone`. Null: none. */
            pointer: string | null;
        };
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `too_heavy`: A parcel, or all of them together, weighs more than the service takes.
         *     - `too_long`: A parcel is longer than the service takes.
         *     - `too_large`: A parcel is larger than the service takes.
         *     - `too_many_parcels`: There are more parcels than the service takes.
         *     - `no_parcels`: There is no parcel to price.
         *     - `no_coverage`: The service does not collect or deliver at these places.
         *     - `too_far`: The drop-off is farther from the pickup than the service goes.
         *     - `no_coordinates`: The distance decides, and an address has no `latitude` and `longitude`.
         *     - `not_in_time`: The service cannot collect or deliver at that time.
         *     - `no_courier`: No courier is free now.
         *     - `no_offer`: The carrier made no offer and gave no reason, or none that can be booked here.
         *     - `no_rates_returned`: The aggregator answered without rates and without a reason. A later request may get some.
         *     - `offer_expired`: The offer expired while other carriers were asked.
         *     - `refused`: The carrier refuses the shipment. The simulated ones do so for `SIM-NOT-SERVED`.
         *     - `carrier_unavailable`: The carrier cannot be reached, or answers that it is out of order.
         *     - `timeout`: The carrier did not answer in time.
         *     - `aborted`: The request was given up before the carrier had answered.
         *     - `rate_limited`: The carrier takes no more requests for the moment.
         *     - `malformed_answer`: The answer of the carrier cannot be read.
         *     - `carrier_error`: The carrier reports an error without a code; the message has its words.
         *     - `account_failing`: The carrier does not accept the credentials of the account. Correct and verify them.
         *     - `carrier_not_connected`: Your account with the aggregator has no carriers. Connect one there.
         *     - `origin_not_served`: The account is for pickups elsewhere: see its `origin`.
         *     - `simulated_carrier`: The carrier is simulated, and the environment is live.
         *     - `customs_not_supported`: The carrier takes no shipments through customs from here, or not on these terms.
         *     - `missing_field`: The carrier needs a field of the shipment that is empty.
         *     - `invalid_field`: The carrier cannot read the value of a field.
         *     - `field_too_long`: A field has more characters than the carrier takes.
         *     - `phone_required`: The carrier needs a phone number, and the address has none.
         *     - `phone_invalid`: The carrier cannot dial the phone number of the address.
         *     - `phone_missing`: The address has no phone number, without which some carriers make no offer.
         *     - `province_required`: The carrier needs the province of the address.
         *     - `option_not_supported`: The carrier or service cannot do what one of `service_options` asks for.
         *     - `option_not_in_price`: Not a reason: the carrier charges for one of `service_options` beside the price, and says how much with the booking.
         *     - `option_unconfirmed`: Not a reason: the carrier does not confirm one of `service_options`, and may leave it out.
         *     - `text_shortened`: Not a reason: a text is longer than the carrier or its label takes. The rest of it is left out.
         *     - `text_unprintable`: Not a reason: the label has no font for the script of a text, and prints squares.
         *     - `residential_assumed`: Not a reason: the price takes the drop-off for a home or a business, since its `residential` is not known.
         *     - `customs_left_out`: Not a reason: the carrier has no field for a part of `customs`, and does not get it.
         *     - `customs_missing`: Not a reason: customs on this lane ask for a field that is empty. The message has rule, date and source.
         *     - `customs_estimate`: Not a reason: duties that the lane costs, estimated by a rule as in `customs_missing`.
         *     - `customs_doubtful`: Not a reason: customs on this lane may not take the value of a field, as in `customs_missing`.
         *     - `carrier_notice`: Not a reason: what a carrier with offers says beside them.
         *     - Or the code of the carrier or, without one, its HTTP status, such as `http_422`.
         */
        CarrierMessageCode: ("too_heavy" | "too_long" | "too_large" | "too_many_parcels" | "no_parcels" | "no_coverage" | "too_far" | "no_coordinates" | "not_in_time" | "no_courier" | "no_offer" | "no_rates_returned" | "offer_expired" | "refused" | "carrier_unavailable" | "timeout" | "aborted" | "rate_limited" | "malformed_answer" | "carrier_error" | "account_failing" | "carrier_not_connected" | "origin_not_served" | "simulated_carrier" | "customs_not_supported" | "missing_field" | "invalid_field" | "field_too_long" | "phone_required" | "phone_invalid" | "phone_missing" | "province_required" | "option_not_supported" | "option_not_in_price" | "option_unconfirmed" | "text_shortened" | "text_unprintable" | "residential_assumed" | "customs_left_out" | "customs_missing" | "customs_estimate" | "customs_doubtful" | "carrier_notice") | (string & {});
        AuditEntry: {
            /** @description Identifier, op_… */
            action_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
            /** @description Who acted. */
            actor: {
                /** @description `operator`: who runs this installation. */
                type: ("member" | "api_key" | "operator") | (string & {});
                /** @description The user, usr_…, or the key, key_…; null: an operator. */
                id: string | null;
                /** @description Current name of the user or the key; null: an operator, or a key that is no longer stored. */
                name: string | null;
                /** @description Of a user. */
                email: string | null;
            };
            /** @description The operation, by its `operationId` in the OpenAPI document. */
            action: string;
            /** @description Such as `shipment`; null: no single object, or it is not known. */
            object_type: string | null;
            /** @description Id of the object: of a creation, of what was made. */
            object_id: string | null;
            /** @description null: about the team or an account. */
            environment_id: string | null;
            /** @description `started`: in progress, or its outcome was lost. `repeated`: an earlier call with the same `Idempotency-Key` had the effect. */
            outcome: ("started" | "succeeded" | "failed" | "repeated") | (string & {});
            /** @description The code of the error, if it failed. */
            error_code: string | null;
            /** @description IP address of the request; null: an operator, or a browser that another member with the same e-mail address signs in with. */
            address: string | null;
            /** @description The `X-Request-Id` of the request; null: an operator. */
            request_id: string | null;
        };
        Invitation: {
            /** @description Identifier, inv_… */
            invitation_id: string;
            /** @description E-mail address. */
            email: string;
            role: ("owner" | "operations" | "support" | "viewer" | "developer") | (string & {});
            /** @description The user who invites, usr_…. */
            created_by: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        InvitationWithLink: {
            /** @description Identifier, inv_… */
            invitation_id: string;
            /** @description E-mail address. */
            email: string;
            role: ("owner" | "operations" | "support" | "viewer" | "developer") | (string & {});
            /** @description The user who invites, usr_…. */
            created_by: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
            /** @description One-time link for the person to copy and open. Shown only in this response. */
            url: string;
        };
        PasswordReset: {
            user_id: string;
            /** @description One-time link for the member to copy and open. Shown only in this response. */
            url: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        Member: {
            /** @description Identifier, usr_… */
            user_id: string;
            /** @description E-mail address. */
            email: string;
            name: string;
            role: ("owner" | "operations" | "support" | "viewer" | "developer") | (string & {});
            /** @description Whether the member can sign in. */
            active: boolean;
            /** @description Whether a sign-in with a password or link also needs a code. */
            has_totp: boolean;
            /** @description How many passkeys the member has. */
            passkeys_count: number;
            /** @description Whether the member is linked to an account at the identity provider. */
            has_oidc: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        OidcProviderCheck: {
            /** @description Whether the provider answers as an OpenID Connect provider with this issuer. */
            reachable: boolean;
            /** @description Why not; null if it does. */
            problem: string | null;
        };
        OidcProvider: {
            /** @description Identifier, oip_… */
            provider_id: string;
            issuer: string;
            client_id: string;
            email_domains: string[];
            email_trusted: boolean;
            default_role: (("owner" | "operations" | "support" | "viewer" | "developer") | (string & {})) | null;
            required: boolean;
            /** @description Enter it at the provider: it sends people back to this URL, which no other team has. */
            redirect_uri: string;
            /** @description Link for the team: opens the page to sign in with the provider. */
            sign_in_url: string;
            /** @description Whether the owner who saved it last has left the team or is no owner any more. Nobody signs in with it until an owner saves it again: send a PATCH, which may be empty. */
            needs_confirmation: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        Session: {
            /** @description Identifier, ses_… */
            session_id: string;
            /** @description The person who is signed in. */
            user: {
                /** @description Identifier, usr_… */
                user_id: string;
                /** @description E-mail address. */
                email: string;
                name: string;
                /** @description Whether the user can sign in with a password. */
                has_password: boolean;
                /** @description Whether a sign-in with a password also needs a code of an authenticator app. */
                has_totp: boolean;
                /** @description How many passkeys the user has. */
                passkeys_count: number;
            };
            merchant: {
                /** @description The merchant of the token. */
                merchant_id: string;
                name: string;
            };
            /** @description What the user may do: see `scopes`. */
            role: ("owner" | "operations" | "support" | "viewer" | "developer") | (string & {});
            /** @description Scopes of the session in every environment. An environment may add more: see its own `scopes`. */
            scopes: (("shipments:read" | "shipments:write" | "quotes:read" | "quotes:write" | "bookings:read" | "bookings:write" | "webhooks:read" | "webhooks:write" | "carriers:read" | "carriers:write" | "drivers:read" | "drivers:write" | "events:read" | "api_log:read" | "views:read" | "views:write" | "settings:read" | "settings:write" | "api_keys:read" | "api_keys:write" | "shipments:change" | "parcel_presets:read" | "parcel_presets:write" | "team:read" | "team:write" | "audit_log:read") | (string & {}))[];
            /** @description The environments that the session can use, oldest first. */
            environments: {
                /** @description Identifier, env_…: the value of the header Waybill-Environment. */
                environment_id: string;
                name: string;
                livemode: boolean;
                /** @description What the session may do in this environment. */
                scopes: (("shipments:read" | "shipments:write" | "quotes:read" | "quotes:write" | "bookings:read" | "bookings:write" | "webhooks:read" | "webhooks:write" | "carriers:read" | "carriers:write" | "drivers:read" | "drivers:write" | "events:read" | "api_log:read" | "views:read" | "views:write" | "settings:read" | "settings:write" | "api_keys:read" | "api_keys:write" | "shipments:change" | "parcel_presets:read" | "parcel_presets:write" | "team:read" | "team:write" | "audit_log:read") | (string & {}))[];
            }[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The session ends at this time in any case, 30 days after the sign-in.
             */
            expires_at: string;
            /** @description The session ends at this time unless there is a request before it. */
            idle_expires_at: string;
        };
        OidcSignIn: {
            /** @description The page of the provider to open. */
            authorization_url: string;
            /** @description The merchant whose team signs in with it. Ask the person before you open the page of a link. */
            merchant_name: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        Passkey: {
            /** @description Identifier, pky_… */
            passkey_id: string;
            name: string;
            /** @description Whether it is copied to the user's other devices. */
            synced: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            last_used_at: string | null;
        };
        PasskeyOptions: {
            /** @description For the browser, in the JSON form of WebAuthn: `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads it. */
            options: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The challenge in the options is valid until then, and once.
             */
            expires_at: string;
        };
        RecoveryCodes: {
            /** @description Ten codes, each of which works once in place of the app. Shown only here. */
            recovery_codes: string[];
        };
        TotpSetup: {
            /** @description The secret in base32, to type into an authenticator app. */
            secret: string;
            /** @description The same as an `otpauth:` URL, for a QR code. */
            url: string;
        };
        Totp: {
            /** @description Whether a sign-in with a password or link also needs a code. */
            enabled: boolean;
            enabled_at: string | null;
            /** @description How many of the 10 recovery codes are unused. */
            recovery_codes_left: number;
        };
        OwnSession: {
            /** @description Identifier, ses_… */
            session_id: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /** @description How the user signed in. */
            method: ("password" | "link" | "passkey" | "oidc") | (string & {});
            /** @description IP address of the sign-in. */
            address: string;
            /** @description The browser of the sign-in, as it calls itself. */
            user_agent: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description Up to a minute before its last request. */
            last_seen_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        SignInChallenge: {
            /** @description Send it with a code to `POST /api/v1/session/second-factor`. It opens nothing else. */
            challenge: string;
            /** @description What the user can answer with. */
            factors: (("totp" | "recovery_code") | (string & {}))[];
            /**
             * Format: date-time
             * @description After five minutes the user begins again.
             */
            expires_at: string;
        };
        LinkAccount: {
            /** @description What the link is for. */
            purpose: ("sign_in" | "password_reset" | "invitation") | (string & {});
            /** @description E-mail address of the account. */
            email: string;
            merchant_name: string;
        };
        ApiKeyWithToken: {
            /** @description Identifier, key_… */
            key_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Your name for the key. */
            name: string;
            /** @description The beginning and the last four characters of the token. */
            token_hint: string;
            /** @description `suspended`: by the operator of this installation. Only an `active` key opens the API. */
            status: ("active" | "suspended" | "expired" | "revoked") | (string & {});
            /** @description What the key may do. */
            scopes: (("shipments:read" | "shipments:write" | "quotes:read" | "quotes:write" | "bookings:read" | "bookings:write" | "webhooks:read" | "webhooks:write" | "carriers:read" | "carriers:write" | "drivers:read" | "drivers:write" | "events:read" | "api_log:read" | "views:read" | "views:write" | "settings:read" | "settings:write" | "api_keys:read" | "api_keys:write") | (string & {}))[];
            /** @description Requests per second. Null: the installation's limit for every key. */
            rate_limit_per_second: number | null;
            /**
             * Format: date-time
             * @description Null: does not expire.
             */
            expires_at: string | null;
            /** @description Null: not revoked. */
            revoked_at: string | null;
            /** @description Up to a minute before the last request. Null: never used. */
            last_used_at: string | null;
            /** @description The key that made this one, key_…, or the user, usr_…; null: the operator of this installation did. */
            created_by: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description Bearer token of the key. Shown only in this response. */
            access_token: string;
        };
        ApiKey: {
            /** @description Identifier, key_… */
            key_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Your name for the key. */
            name: string;
            /** @description The beginning and the last four characters of the token. */
            token_hint: string;
            /** @description `suspended`: by the operator of this installation. Only an `active` key opens the API. */
            status: ("active" | "suspended" | "expired" | "revoked") | (string & {});
            /** @description What the key may do. */
            scopes: (("shipments:read" | "shipments:write" | "quotes:read" | "quotes:write" | "bookings:read" | "bookings:write" | "webhooks:read" | "webhooks:write" | "carriers:read" | "carriers:write" | "drivers:read" | "drivers:write" | "events:read" | "api_log:read" | "views:read" | "views:write" | "settings:read" | "settings:write" | "api_keys:read" | "api_keys:write") | (string & {}))[];
            /** @description Requests per second. Null: the installation's limit for every key. */
            rate_limit_per_second: number | null;
            /**
             * Format: date-time
             * @description Null: does not expire.
             */
            expires_at: string | null;
            /** @description Null: not revoked. */
            revoked_at: string | null;
            /** @description Up to a minute before the last request. Null: never used. */
            last_used_at: string | null;
            /** @description The key that made this one, key_…, or the user, usr_…; null: the operator of this installation did. */
            created_by: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        ApiCall: {
            /** @description Identifier, cal_… */
            call_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description The `X-Request-Id` of the call. Several calls have the same one if you send it again. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            occurred_at: string;
            /** @description The HTTP method. */
            method: string;
            /** @description The operation, by its `operationId` in the OpenAPI document. */
            operation_id: string;
            /** @description The path, without the query. A parameter that is not the id of an object is shown by its name, in braces. */
            path: string;
            /** @description The HTTP status. 499: the caller closed the connection before the response. */
            status: number;
            /** @description The code of the error; null: none. */
            error_code: string | null;
            /** @description Milliseconds from the request to the end of the response. */
            duration_ms: number;
            /** @description The key, the user or the driver that made the call. */
            actor_id: string;
            /** @description Whether the response is that of an earlier call with the same `Idempotency-Key`. */
            replayed: boolean;
            /** @description Ids in the path and, of a successful write, in the response: the objects that the call is about. */
            subjects: string[];
            /** @description For a failed write, the document as it was sent, with a placeholder for every value that can be personal or secret; else null. */
            request_body: unknown;
            /** @description Of a failed write, the `error` of the response, without carriers' texts and quoted values; else null. */
            response_body: unknown;
        };
        ApiCallSummary: {
            /** @description Identifier, cal_… */
            call_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description The `X-Request-Id` of the call. Several calls have the same one if you send it again. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            occurred_at: string;
            /** @description The HTTP method. */
            method: string;
            /** @description The operation, by its `operationId` in the OpenAPI document. */
            operation_id: string;
            /** @description The path, without the query. A parameter that is not the id of an object is shown by its name, in braces. */
            path: string;
            /** @description The HTTP status. 499: the caller closed the connection before the response. */
            status: number;
            /** @description The code of the error; null: none. */
            error_code: string | null;
            /** @description Milliseconds from the request to the end of the response. */
            duration_ms: number;
            /** @description The key, the user or the driver that made the call. */
            actor_id: string;
            /** @description Whether the response is that of an earlier call with the same `Idempotency-Key`. */
            replayed: boolean;
            /** @description Ids in the path and, of a successful write, in the response: the objects that the call is about. */
            subjects: string[];
        };
        Branding: {
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Name at the top of the page; null: none. */
            display_name: string | null;
            /** @description Colour of links and of the progress; null: that of Waybill. */
            accent_color: string | null;
            /** @description Where recipients get help; null: none. */
            support_url: string | null;
            /** @description Phone number for recipients; null: none. */
            support_phone: string | null;
            /** @description The logo; null: none. */
            logo: {
                /** @description Public URL of the image; another one after each upload. */
                url: string;
                /** @description `image/png`, `image/jpeg` or `image/webp`. */
                content_type: string;
                /** @description Pixels. */
                width: number;
                /** @description Pixels. */
                height: number;
            } | null;
            /**
             * Format: date-time
             * @description Time of the last change; null: nothing was set yet.
             */
            updated_at: string | null;
        };
        ParcelPreset: {
            /** @description Identifier, prs_… */
            preset_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Name of the preset. */
            name: string;
            /** @description Kilograms; null: differs from parcel to parcel. */
            weight_kg: string | null;
            /** @description The weight in the unit in which it was sent. */
            weight: components["schemas"]["Weight"] | null;
            /** @description Centimetres. */
            length_cm: string;
            /** @description Centimetres. */
            width_cm: string;
            /** @description Centimetres. */
            height_cm: string;
            /** @description The sides in the unit in which they were sent. */
            dimensions: components["schemas"]["Dimensions"];
            /** @description Whether new parcels begin with it. */
            is_default: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        SavedView: {
            /** @description Identifier, svw_… */
            view_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /**
             * @description The list that the view is of.
             * @enum {string}
             */
            resource: "shipments" | "bookings";
            /** @description Name of the view. */
            name: string;
            /** @description The filters, as they were sent. */
            query: {
                [key: string]: unknown;
            };
            /** @description The columns to show, in order; null: the default ones. */
            columns: string[] | null;
            /** @description The order; null: the default of the list. */
            sort: (("-created_at" | "created_at" | "-updated_at" | "updated_at") | (string & {})) | null;
            /** @description Whether everybody in the environment sees the view. */
            shared: boolean;
            /** @description The place of the view among those of the environment. */
            position: number;
            /** @description The user or key that made the view. */
            created_by: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        DriverJob: {
            job_id: string;
            /** @description Where the job is. */
            status: components["schemas"]["DriverJobStatus"];
            offer_expires_at: string | null;
            /** @description Code of the carrier's service. */
            service_code: string;
            order_ref: string;
            /**
             * Format: date-time
             * @description When the parcels can be collected. Default: created_at.
             */
            ready_at: string;
            pickup: {
                name: string | null;
                company: string | null;
                /** @description Street and number. */
                address_line_1: string;
                address_line_2: string | null;
                city: string;
                post_code: string | null;
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                /** @description Phone number. */
                phone: string | null;
                /** @description Degrees. */
                latitude: number | null;
                /** @description Degrees. */
                longitude: number | null;
                instructions: string | null;
            };
            dropoff: {
                name: string | null;
                company: string | null;
                /** @description Street and number. */
                address_line_1: string;
                address_line_2: string | null;
                city: string;
                post_code: string | null;
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                /** @description Phone number. */
                phone: string | null;
                /** @description Degrees. */
                latitude: number | null;
                /** @description Degrees. */
                longitude: number | null;
                instructions: string | null;
            };
            /** @description What the driver carries. */
            parcels: {
                /** @description Short description of the contents. */
                title: string | null;
                /** @description Kilograms. */
                weight_kg: string;
            }[];
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `searching`: Only offered, until `offer_expires_at`: accept or decline it.
         *     - `accepted`: The driver has the job and has reported nothing yet.
         *     - `en_route_to_pickup`: On the way to the pickup.
         *     - `arrived_at_pickup`: At the pickup.
         *     - `picked_up`: The driver has the parcels.
         *     - `en_route_to_dropoff`: On the way to the recipient.
         *     - `arrived_at_dropoff`: At the recipient, also after an attempt that failed.
         *     - `returning`: On the way back to the sender.
         */
        DriverJobStatus: ("searching" | "accepted" | "en_route_to_pickup" | "arrived_at_pickup" | "picked_up" | "en_route_to_dropoff" | "arrived_at_dropoff" | "returning") | (string & {});
        FleetDriver: {
            /** @description Identifier, drv_… */
            driver_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            name: string;
            telephone: string | null;
            /** @description E-mail address. */
            email: string | null;
            /** @description How many jobs and offers the driver may have at once. */
            capacity: number;
            /** @description Gets offers. The driver may change it, too. */
            available: boolean;
            /** @description False ends the token of the driver and all offers. */
            active: boolean;
            /** @description Jobs that the driver has accepted and not ended, and open offers. */
            open_jobs: number;
            position: {
                /** @description Degrees. */
                latitude: number;
                /** @description Degrees. */
                longitude: number;
                at: string;
            } | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        FleetDriverWithToken: {
            /** @description Identifier, drv_… */
            driver_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            name: string;
            telephone: string | null;
            /** @description E-mail address. */
            email: string | null;
            /** @description How many jobs and offers the driver may have at once. */
            capacity: number;
            /** @description Gets offers. The driver may change it, too. */
            available: boolean;
            /** @description False ends the token of the driver and all offers. */
            active: boolean;
            /** @description Jobs that the driver has accepted and not ended, and open offers. */
            open_jobs: number;
            position: {
                /** @description Degrees. */
                latitude: number;
                /** @description Degrees. */
                longitude: number;
                at: string;
            } | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Bearer token of the driver. Shown only once. */
            token: string;
        };
        RateCard: {
            rate_card_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            name: string;
            /** @description Code of the carrier's service. */
            service_code: string;
            /** @description ISO 4217 code, such as GBP. */
            currency: string;
            pickup_country: string;
            pickup_post_code_prefix: string | null;
            distance_price: {
                base_amount: string;
                per_km_amount: string;
                included_weight_kg: string;
                per_kg_amount: string;
            } | null;
            zones: {
                /** @description ISO 3166-1 alpha-2 code, such as GB. */
                country: string;
                post_code_prefix: string | null;
                amount: string;
            }[] | null;
            max_distance_km: string | null;
            max_weight_kg: string;
            max_parcels: number;
            tax_rate_percent: string;
            delivery_minutes: number;
            enabled: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        AddressLocation: {
            /** @description At most 5, the best first. Empty: the geocoder knows no such place. */
            candidates: {
                /** @description Degrees. */
                latitude: number;
                /** @description Degrees. */
                longitude: number;
                /** @description The place as the geocoder writes it. */
                label: string;
                /** @description How exact the place is: the `building`, or the middle of the smallest area that is known. */
                precision: ("building" | "street" | "post_code" | "city" | "region") | (string & {});
            }[];
            /** @description Where the data comes from, to be shown beside it; null: the geocoder states nothing. */
            attribution: string | null;
        };
        AddressCheck: {
            /** @description `verified`: the carrier knows the address. `corrected`: it knows it with the `suggestion`. `doubtful`: it does not know it, or something is missing; see `messages`. `unknown`: nobody could tell. */
            status: ("verified" | "corrected" | "doubtful" | "unknown") | (string & {});
            /** @description The account that was asked. Null: none; only the form was compared with the rules of the country. */
            checked_by: {
                /** @description Code of the carrier. */
                carrier_code: string;
                /** @description Identifier of the account with the carrier, cac_… */
                carrier_account_id: string;
            } | null;
            /** @description The fields that differ by more than their spelling, as PATCH of a shipment takes them; empty: none. Nothing is changed by itself. */
            suggestion: {
                /** @description Street and number. */
                address_line_1?: string;
                address_line_2?: string | null;
                city?: string;
                province?: string | null;
                post_code?: string | null;
            };
            /** @description Whether the carrier takes it for a home; null: not known. */
            residential: boolean | null;
            /** @description Degrees; null: not known. */
            latitude: number | null;
            /** @description Degrees; null: not known. */
            longitude: number | null;
            messages: {
                /** @description A code of the carrier's, or one of the guide. */
                code: string;
                message: string;
                /** @description JSON pointer to the field in the request; null: the whole address. */
                pointer: string | null;
            }[];
        };
        Carrier: {
            /** @description Code of the carrier. */
            carrier_code: string;
            name: string;
            /** @description Whether this is a simulated carrier, available in test environments only. */
            simulated: boolean;
            /** @description Countries of pickup as ISO 3166-1 alpha-2 codes; `*` means every country. */
            countries: string[];
            /** @description Operations the carrier supports for a booking. */
            capabilities: {
                cancel: boolean;
                update: boolean;
                track: boolean;
                label: boolean;
            };
            /** @description Supported label formats and sizes, the default first. */
            labels: {
                format: ("pdf" | "zpl" | "png") | (string & {});
                size: ("4x6" | "a4") | (string & {});
            }[];
            /** @description What an account of yours with this carrier needs. Null: none is needed. */
            account: {
                /** @description The credentials of an account. */
                fields: {
                    /** @description Name of the credential in `credentials`. */
                    name: string;
                    /** @description Label for a form. */
                    label: string;
                    /** @description Where to find the credential. */
                    help: string;
                    required: boolean;
                    /** @description Regular expression that every valid value matches. Null: any text of 1 to 500 characters. */
                    pattern: string | null;
                    /** @description An example of the form, not a real value. */
                    example: string | null;
                }[];
                /** @description `registered`: verifying the account registers its `callback_url`. `manual`: enter `callback_url` at the carrier. `none`: the carrier is polled. */
                callbacks: ("registered" | "manual" | "none") | (string & {});
            } | null;
            /** @description Whether the offers name the services, such as `usps.priority`, and `services` is empty. */
            discovers_services: boolean;
            services: {
                /** @description Code of the carrier's service. */
                service_code: string;
                name: string;
                /** @description What the service includes: `tracking`, `live_position`, `photo` and `signature` at the door, `insurance`. More may be added. */
                features: string[];
                /** @description Whether a courier is sent at once instead of on a scheduled round. */
                on_demand: boolean;
                /** @description Maximum weight of a parcel in kilograms, 3 decimals. */
                max_weight_kg: string;
                /** @description Maximum length of a parcel in centimetres, 2 decimals. */
                max_length_cm: string;
                /** @description Maximum width of a parcel in centimetres, 2 decimals. */
                max_width_cm: string;
                /** @description Maximum height of a parcel in centimetres, 2 decimals. */
                max_height_cm: string;
                /** @description Maximum number of parcels per shipment. */
                max_parcels: number;
                /** @description Limits of the route of on-demand shipments, unless `dispatch` names services. Null: no limits are declared; the carrier answers for each route. */
                on_demand_limits: {
                    /** @description Maximum distance from pickup to drop-off in kilometres by road, 3 decimals. */
                    max_distance_km: string;
                    /** @description Whether pickup and drop-off may be in different countries. */
                    crosses_borders: boolean;
                } | null;
                /** @description The longest time for which an offer can be booked, in seconds. The `expires_at` of an option can be earlier: an offer for today ends when the service can no longer keep it. */
                quote_validity_seconds: number;
            }[];
        };
        SimulatorFault: {
            /** @description Identifier, flt_… */
            fault_id: string;
            /** @description Code of the carrier. */
            carrier_code: string;
            operation: ("quote" | "book" | "cancel" | "update" | "label" | "report") | (string & {});
            fault: ("refuse" | "no_courier" | "server_error" | "too_many_requests" | "slow" | "timeout" | "timeout_after_success" | "malformed" | "duplicate" | "out_of_order" | "wrong_signature") | (string & {});
            /** @description How many calls it was planned for. */
            calls_count: number;
            /** @description How many more calls go wrong. */
            calls_left: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        /** @description Its type selects the schema. New types can be added: ignore an event whose type you do not know. */
        Event: components["schemas"]["ShipmentEvent"] | components["schemas"]["QuoteEvent"] | components["schemas"]["BookingEvent"] | components["schemas"]["DriverLocationEvent"] | components["schemas"]["CarrierAccountEvent"] | components["schemas"]["SubscriptionEvent"];
        /** @description The parcel that the news is about, if it is about one of several. Its status is its own. */
        EventParcel: {
            /** @description Identifier, pcl_… */
            parcel_id: string;
            number: number;
            /** @description The current status. */
            status: string;
            /** @description The carrier's tracking number of the parcel, or of the first of several; null if the carrier has none or it is not known. */
            tracking_number: string | null;
        };
        EventSubject: {
            type: ("shipment" | "quote" | "booking" | "carrier_account" | "webhook_subscription") | (string & {});
            id: string;
        };
        Replay: {
            /** @description Identifier, whr_… */
            replay_id: string;
            /** @description Identifier, whs_… */
            subscription_id: string;
            /** @description `running`: in progress, or waiting while the subscription is paused. `completed`: every event has been queued. `cancelled`: cancelled by a request, or because the subscription was deleted. */
            status: components["schemas"]["ReplayStatus"];
            /** @description Start of the period, inclusive. */
            since: string;
            /** @description End of the period, exclusive. */
            until: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /** @description Fraction of the period that has been examined, from 0 to 1. */
            progress: number;
            /** @description Events before this time have been examined. */
            reached_at: string;
            /** @description Number of events examined. */
            scanned_count: number;
            /** @description Number of deliveries queued. */
            queued_count: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the replay ended; null while it is running.
             */
            ended_at: string | null;
        };
        ReplayPreview: {
            /** @description Identifier, whs_… */
            subscription_id: string;
            /** @description Start of the period, inclusive: that of the request, or the start of the retention period if later. */
            since: string;
            /** @description End of the period, exclusive. */
            until: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /** @description Number of events that the replay would send. */
            event_count: number;
            /** @description The same by type, the most frequent first. */
            counts: {
                /** @description The event type. */
                event: string;
                /** @description Number of its events that the replay would send. */
                count: number;
            }[];
            /** @description Whether all events of the period were examined. `false`: it has more than 10000; the numbers are those of the oldest. */
            complete: boolean;
        };
        Delivery: {
            /** @description Identifier, whd_… */
            delivery_id: string;
            /** @description Identifier, whs_… */
            subscription_id: string;
            /** @description The event type. */
            event: string;
            /** @description Id of the event, sent as the webhook-id header of every attempt. */
            event_id: string;
            /** @description The current status. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description Number of attempts so far. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description Time of the next attempt; rate limiting or a pause of the endpoint can delay it. Null if the delivery has ended, is being sent, or waits for an earlier event of the same subject.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation. The only field with a name of this form; `created_at` elsewhere.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its latest attempt ended; `createdAt` before the first one has ended.
             */
            updated_at: string;
            /** @description The latest 25 attempts, oldest first. */
            attempts: components["schemas"]["Attempt"][];
        };
        Attempt: {
            /** @description Identifier, att_… */
            attempt_id: string;
            /** @description What caused the attempt: the event itself, a scheduled retry (`retry`), a redelivery on request (`manual`), a test, or a replay. `manual` also if the redelivery only made the next attempt early. */
            trigger: ("event" | "retry" | "manual" | "test" | "replay") | (string & {});
            /** @description When the attempt started. */
            started_at: string;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /** @description HTTP status of the response; null if none was received. */
            response_status: number | null;
            /** @description Selected headers of the response. */
            response_headers: {
                [key: string]: string;
            };
            /** @description The first 1 KiB of the response body; null if none was read. */
            response_body: string | null;
            /** @description Why the attempt failed; null if it succeeded. `signing_error`: no signing secret could be decrypted, so nothing was sent. */
            error_code: (("dns_error" | "connect_error" | "tls_error" | "timeout" | "reset" | "protocol_error" | "blocked_address" | "http_error" | "signing_error") | (string & {})) | null;
        };
        EventType: {
            /** @description The name that a subscription uses. */
            type: components["schemas"]["EventTypeName"];
            /** @description When the event is sent. */
            description: string;
            /** @description The kind of the subject. */
            subject_type: ("shipment" | "quote" | "booking" | "carrier_account" | "webhook_subscription") | (string & {});
            /** @description JSON Schema (draft 2020-12) of the whole payload. */
            schema: {
                [key: string]: unknown;
            };
            example: components["schemas"]["Event"];
        };
        RotatedSubscription: {
            /** @description Identifier, whs_… */
            subscription_id: string;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description URL of the receiver; https in live environments. */
            url: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events: boolean;
            /** @description Why it was disabled. `gone`: the receiver responded 410. `failing`: it failed for five days. */
            disabled_reason: (("gone" | "failing") | (string & {})) | null;
            /**
             * Format: date-time
             * @description Time of creation. The only field with a name of this form; `created_at` elsewhere.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Signing secret, whsec_…; shown only once. */
            secret: string;
            /** @description Until this time, webhooks are also signed with the previous secrets. */
            previous_secrets_expire_at: string;
        };
        ChangedSubscription: {
            /** @description Identifier, whs_… */
            subscription_id: string;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description URL of the receiver; https in live environments. */
            url: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events: boolean;
            /** @description Why it was disabled. `gone`: the receiver responded 410. `failing`: it failed for five days. */
            disabled_reason: (("gone" | "failing") | (string & {})) | null;
            /**
             * Format: date-time
             * @description Time of creation. The only field with a name of this form; `created_at` elsewhere.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description New signing secret, whsec_…, after a change of `url` to another scheme, host or port; shown only once. The previous secrets no longer sign. */
            secret?: string;
        };
        SubscriptionWithBacklog: {
            /** @description Identifier, whs_… */
            subscription_id: string;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description URL of the receiver; https in live environments. */
            url: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events: boolean;
            /** @description Why it was disabled. `gone`: the receiver responded 410. `failing`: it failed for five days. */
            disabled_reason: (("gone" | "failing") | (string & {})) | null;
            /**
             * Format: date-time
             * @description Time of creation. The only field with a name of this form; `created_at` elsewhere.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Set while the subscription has more waiting deliveries than its share. New events then stay in the event log, and their deliveries are created in order as the waiting ones are sent. */
            backlog: {
                since: string;
                /** @description Events of the environment after the last one with a delivery, of all types. */
                events_behind: number;
            } | null;
            /** @description Periods in which the subscription was behind, with events that got no delivery. */
            missed: {
                /** @description `paused`: the subscription was not active. A replay of the period sends the events. `expired`: the events were deleted by retention before their deliveries were created. */
                reason: ("paused" | "expired") | (string & {});
                since: string;
                until: string;
                /** @description Events that the subscription would have got; null for `paused`, where they are not counted. */
                event_count: number | null;
            }[];
        };
        NewSubscription: {
            /** @description Identifier, whs_… */
            subscription_id: string;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description URL of the receiver; https in live environments. */
            url: string;
            /** @description Event types or wildcards: `*`, `shipment.*`. */
            events: string[];
            /**
             * @description `none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.
             * @enum {string}
             */
            ordering: "none" | "per_subject";
            /** @description `false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`. */
            verbose_events: boolean;
            /** @description Why it was disabled. `gone`: the receiver responded 410. `failing`: it failed for five days. */
            disabled_reason: (("gone" | "failing") | (string & {})) | null;
            /**
             * Format: date-time
             * @description Time of creation. The only field with a name of this form; `created_at` elsewhere.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Signing secret, whsec_…; shown only once. */
            secret: string;
        };
        Manifest: {
            /** @description Identifier, mnf_… */
            manifest_id: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description `creating`: the carrier is being asked, or makes it. `created`: it has it. `failed`: see `error`. */
            status: ("creating" | "created" | "failed") | (string & {});
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description Day of the collection, YYYY-MM-DD. */
            ship_date: string;
            /** @description Where the parcels are collected. Null: erased. */
            address: components["schemas"]["Address"] | null;
            /** @description The bookings in it. */
            booking_ids: string[];
            /** @description The bookings that are not in it, and why. */
            left_out: components["schemas"]["LeftOutLabel"][];
            /** @description The carrier's number of the manifest. */
            manifest_number: string | null;
            /** @description Where its document is, for callers with an access token. Null: it has not come yet, or is deleted. */
            document_url: string | null;
            /** @description Why it `failed`, or why its document has not come. `carrier_timeout`: the carrier may have it. */
            error: components["schemas"]["ErrorObject"] | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description When the carrier had made it. */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        ErrorObject: {
            /** @description The kind of error. */
            type: ("invalid_request" | "authentication" | "not_found" | "permission" | "conflict" | "carrier" | "rate_limit" | "internal") | (string & {});
            /** @description The error code. See /docs/errors. */
            code: components["schemas"]["ErrorCode"];
            /** @description A description for humans. Do not parse it. */
            message: string;
            /** @description The HTTP status. */
            status: number;
            /** @description Every invalid field of the request. */
            details: components["schemas"]["ErrorDetail"][];
            /** @description `true`: the same request may succeed later; send it again with the same `Idempotency-Key`, after the seconds in `Retry-After` if the response has it. `false`: it fails again until the request or the state of the resource is another one. */
            retryable: boolean;
            /** @description The carrier's error, if a carrier is the cause. */
            carrier: components["schemas"]["CarrierError"] | null;
            /** @description Further facts, such as current_status. */
            meta: {
                [key: string]: unknown;
            };
            /** @description URL of the description of the code. */
            doc_url: string;
            /** @description The X-Request-Id of the response; in a replayed one, that of the first response. */
            request_id: string;
        };
        LeftOutLabel: {
            /** @description Identifier, bkg_… */
            booking_id: string;
            /** @description Why: `in_manifest`: it is in another one. `no_manifests`: its carrier makes none. `refused`: the carrier did not take this label. `too_many`: close the rest in another manifest. */
            code: ("no_manifests" | "other_account" | "other_carrier" | "in_manifest" | "not_booked" | "cancelled" | "ended" | "no_label" | "other_day" | "other_place" | "too_many" | "refused") | (string & {});
            message: string;
        };
        OpenLabels: {
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description The carrier behind an aggregator, such as `usps`; null: none. */
            carried_by: string | null;
            /** @description Day of the collection, YYYY-MM-DD. */
            ship_date: string;
            /** @description Of the pickup address. Null: erased. */
            location_id: string | null;
            /** @description Where the parcels are collected. Null: erased. */
            address: components["schemas"]["Address"] | null;
            /** @description False: the carrier needs none, or makes none for Waybill. */
            makes_manifests: boolean;
            /** @description Whether `POST /pickups` takes them. */
            schedules_pickups: boolean;
            /** @description The bookings that a manifest would close, at most 500. */
            booking_ids: string[];
            /** @description Other bookings of the account and the place, and why not. */
            left_out: components["schemas"]["LeftOutLabel"][];
        };
        Pickup: {
            /** @description Identifier, pku_… */
            pickup_id: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description `requested`: the carrier is being asked. `scheduled`: it comes. `changed`: it comes late, it says. `missed`: it has not collected them. `cancelled`: it does not. `failed`: see `error`. `unknown`: an answer was lost, ask the carrier. */
            status: ("requested" | "scheduled" | "changed" | "missed" | "cancelled" | "failed" | "unknown") | (string & {});
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description In the order of the request. */
            booking_ids: string[];
            /** @description Number of parcels. */
            parcels: number;
            /** @description Weight of all parcels. */
            weight_kg: string;
            /**
             * Format: date-time
             * @description From when the carrier may come.
             */
            window_from: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            window_to: string;
            /** @description Null: erased. */
            address: components["schemas"]["Address"] | null;
            instructions: string | null;
            /** @description The carrier's number of the pickup. */
            confirmation_number: string | null;
            /** @description What the carrier charges for it; null: it names no price. */
            price: {
                amount: string;
                /** @description ISO 4217 code, such as GBP. */
                currency: string;
            } | null;
            /** @description Why it `failed`, is `missed` or `unknown`, or was not cancelled. */
            error: components["schemas"]["ErrorObject"] | null;
            /**
             * Format: date-time
             * @description Since when the carrier is to be asked to cancel.
             */
            cancellation_requested_at: string | null;
            scheduled_at: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled, else null.
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        LabelBatch: {
            /** @description Identifier, lbb_… */
            label_batch_id: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description `completed`: no item is `pending` any more, and the document can be read. */
            status: ("running" | "completed") | (string & {});
            /** @description Format of the document. */
            format: ("pdf" | "zpl") | (string & {});
            /** @description Size of the pages of a PDF. */
            size: ("4x6" | "a4") | (string & {});
            /** @description Whether bookings in the document are marked as printed. */
            mark_printed: boolean;
            /** @description Number of items. */
            total: number;
            /** @description Number of items that are `pending`. */
            pending: number;
            /** @description Number of items that are `included`. */
            included: number;
            /** @description Number of items that `failed`. */
            failed: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description When the last item was included or failed. */
            completed_at: string | null;
            /** @description In the order of the request. */
            items: components["schemas"]["LabelBatchItem"][];
        };
        LabelBatchItem: {
            /** @description Identifier, bkg_… */
            booking_id: string;
            /** @description `pending`: the label is being fetched. `included`: it is in the document. `failed`: see `error`. */
            status: ("pending" | "included" | "failed") | (string & {});
            /** @description Number of labels in the document; null: it is not `included`. */
            pages: number | null;
            /** @description Why the item `failed`: the error that `GET /api/v1/bookings/{booking_id}/label` has. */
            error: components["schemas"]["ErrorObject"] | null;
        };
        Costs: {
            /** @description A Monday. */
            from: string;
            /** @description A Sunday. */
            to: string;
            group_by: (("week" | "carrier" | "service") | (string & {}))[];
            /**
             * Format: date-time
             * @description Changes until then are counted; null: older bookings are still being counted.
             */
            as_of: string | null;
            rows: components["schemas"]["CostRow"][];
        };
        CostRow: {
            /** @description Its Monday; null: not grouped by `week`. */
            week: string | null;
            /** @description Code of the carrier. */
            carrier_code: string | null;
            /** @description Code of the carrier's service. */
            service_code: string | null;
            /** @description ISO 4217 code, such as GBP. */
            currency: string;
            /** @description Due before tax: prices and later charges, less credits. */
            amount: string;
            /** @description Tax amount. */
            tax_amount: string;
            /** @description Price including tax. */
            total_amount: string;
            /** @description Later charges less credits, in `amount`. */
            charges_amount: string;
            /** @description Prices before tax of bookings that ended before the pickup: not due. */
            cancelled_amount: string;
            /** @description That a carrier took. */
            bookings: number;
            /** @description Without those of bookings that ended before the pickup. */
            parcels: number;
            delivered: number;
            /** @description Delivered by `quote_option.eta_to`, as booked. */
            on_time: number;
            /** @description Delivered later. At an unknown time: neither. */
            late: number;
            returned: number;
            /** @description Taken and not delivered. */
            failed: number;
            /** @description Before the pickup. */
            cancelled: number;
            /** @description Not taken: not among `bookings`. */
            refused: number;
        };
        BookingBatchItem: {
            /** @description Position in `bookings` of the request, from 0. */
            index: number;
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description Identifier of an option of a quote, qop_… */
            quote_option_id: string;
            /** @description `pending`: not booked yet, or the carrier has not responded. `booked`: the carrier has the booking. `failed`: see `error`. */
            status: ("pending" | "booked" | "failed") | (string & {});
            /** @description The booking, bkg_…, also while its carrier has not responded. */
            booking_id: string | null;
            /** @description Why the item `failed`: the error that `POST /api/v1/shipments/{shipment_id}/book` has. */
            error: components["schemas"]["ErrorObject"] | null;
        };
        BookingBatch: {
            /** @description Identifier, bch_… */
            batch_id: string;
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description `completed`: no item is `pending` any more. */
            status: ("running" | "completed") | (string & {});
            /** @description Number of items. */
            total: number;
            /** @description Number of items that are `pending`. */
            pending: number;
            /** @description Number of items that are `booked`. */
            booked: number;
            /** @description Number of items that `failed`. */
            failed: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description When the last item was booked or failed. */
            completed_at: string | null;
        };
        CarrierExchange: {
            /** @description Identifier, a UUID. */
            exchange_id: string;
            /** @description Code of the carrier. */
            carrier_code: string;
            /** @description Identifier of the account with the carrier, cac_… */
            carrier_account_id: string;
            /** @description What for: `quote`, `draft`, `book`, `recover`, `update`, `cancel`, `track`, `label`, `media` or `callback`. More may be added. */
            operation: string;
            /** @description `sent`: Waybill called the carrier. `received`: the carrier called back. */
            direction: string;
            /** @description 1, or more if it repeats an earlier request with the same operation, method and path, such as a poll. */
            attempt: number;
            method: string;
            /** @description Path and query, without the host. Values of the query that may be private are `…`. */
            path: string;
            /** @description Redacted JSON, at most 8 KiB; of other bodies the length. */
            request_body: string | null;
            /** @description null: there was no answer. */
            http_status: number | null;
            /** @description Redacted JSON, at most 8 KiB; of other bodies the length. */
            response_body: string | null;
            /** @description Why there was no answer, or why a call-back was not accepted. */
            fault: string | null;
            started_at: string;
            /** @description Milliseconds until the answer, or until there was none. */
            duration_ms: number;
        };
        ReturnRules: {
            /** @description The environment of the token. */
            environment_id: string;
            enabled: boolean;
            days: number;
            countries: string[] | null;
            reasons: {
                /** @description Your own code. */
                code: string;
                text: string;
            }[];
            pay: (("now" | "on_use") | (string & {})) | null;
            label: ("paper" | "qr") | (string & {});
            approve: {
                reasons: string[] | null;
                countries: string[] | null;
                days: number | null;
                max_value: {
                    amount: string;
                    /** @description ISO 4217 code, such as GBP. */
                    currency: string;
                } | null;
            } | null;
            /**
             * Format: date-time
             * @description Of the last change or reset. Null: nothing was set yet.
             */
            updated_at: string | null;
        };
        CustomsDefaults: {
            /** @description The environment of the token. */
            environment_id: string;
            contents: string | null;
            non_delivery: string | null;
            certify: boolean;
            certify_signer: string | null;
            export_filing: string | null;
            tax_ids: {
                type: string;
                number: string;
                issuing_country: string | null;
            }[];
            /**
             * Format: date-time
             * @description Of the last change or reset. Null: nothing was set yet.
             */
            updated_at: string | null;
        };
        PickupLocation: {
            /** @description Identifier, pul_… */
            pickup_location_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            /** @description Identical addresses within an environment have the same id. */
            location_id: string;
            name: string | null;
            address: components["schemas"]["FullAddress"];
            /** @description Opening hours by weekday, in local time. */
            hours: {
                monday: {
                    from: string;
                    to: string;
                }[];
                tuesday: {
                    from: string;
                    to: string;
                }[];
                wednesday: {
                    from: string;
                    to: string;
                }[];
                thursday: {
                    from: string;
                    to: string;
                }[];
                friday: {
                    from: string;
                    to: string;
                }[];
                saturday: {
                    from: string;
                    to: string;
                }[];
                sunday: {
                    from: string;
                    to: string;
                }[];
            };
            closed_dates: string[];
            /** @description IANA time zone of the hours. */
            time_zone: string;
            /**
             * @description `observe` or `ignore`: whether the place is closed on public holidays.
             * @enum {string}
             */
            holidays: "observe" | "ignore";
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        Note: {
            /** @description Identifier, nte_… */
            note_id: string;
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description The note. */
            text: string;
            /** @description The member or the API key that wrote it, usr_… or key_…. */
            author_id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        ShipmentTag: {
            /** @description The tag, as it is written on one of its shipments. */
            tag: string;
        };
        EditedShipments: {
            /** @description Number of shipments that are now as asked. */
            succeeded: number;
            /** @description Number of shipments that were not changed. */
            failed: number;
            /** @description One for each shipment, in their order. */
            items: components["schemas"]["EditedShipment"][];
        };
        EditedShipment: {
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description Why the shipment was not changed; null: it is as asked. */
            error: components["schemas"]["ErrorObject"] | null;
        };
        TimelineEntry: {
            /** @description Identifier, evt_… */
            event_id: string;
            type: ("status_changed" | "tracking" | "details_changed" | "carrier_declined") | (string & {});
            /** @description The current status. */
            status: components["schemas"]["ShipmentStatus"];
            /** @description Status of the booking at that time; `unknown` if the report does not say. */
            tracking_status: string | null;
            /** @description The current incident, else null. */
            incident: components["schemas"]["Incident"] | null;
            description: string | null;
            /** @description Code of the carrier. */
            carrier_code: string | null;
            /** @description Of `carrier_declined`: the service that was asked; null: every service of the carrier. */
            service_code: string | null;
            /** @description For `carrier_declined`: the code of a quote message, a code of the carrier, or `too_expensive`, `other_currency` or `too_late` by the limits of `dispatch`. For other entries: `booking_cancelled` if you cancelled the booking or its courier was late, or the `failure_reason` after a search. Otherwise null. More are added. */
            reason: string | null;
            /** @description Identifier, bkg_… */
            booking_id: string | null;
            /** @description When the delivery was expected, as known then. */
            eta: {
                from: string;
                to: string;
            } | null;
            location: {
                /** @description Degrees. */
                latitude: number;
                /** @description Degrees. */
                longitude: number;
            } | null;
            /**
             * Format: date-time
             * @description When it happened. A report that a carrier dates before the booking has the time of the booking.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When it became known.
             */
            recorded_at: string;
        };
        Cancellation: {
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description The current status. */
            status: components["schemas"]["ShipmentStatus"];
            /** @description The reason code of the cancellation, else null. */
            cancellation_reason_code: string | null;
            /** @description The note of the cancellation, else null. */
            cancellation_reason_note: string | null;
        };
        ShipmentAddresses: {
            /** @description Identifier, shp_… */
            shipment_id: string;
            /** @description Where the courier collects. */
            pickup_address: components["schemas"]["FullAddress"];
            /** @description Where the courier delivers. */
            dropoff_address: components["schemas"]["FullAddress"];
        };
        ShipmentCounts: {
            /** @description A count that has reached this number is that many or more. */
            counted_up_to: number;
            /** @description Shipments in each status. */
            status: {
                ready: number;
                in_transit: number;
                out_for_delivery: number;
                awaiting_collection: number;
                delivery_attempted: number;
                on_hold: number;
                returning: number;
                delivered: number;
                returned: number;
                failed: number;
                cancelled: number;
                expired: number;
            };
            /** @description Shipments that the filter `waiting_for` finds. */
            waiting_for: {
                booking: number;
                courier: number;
                release: number;
                approval: number;
            };
        };
        ShipmentBatch: {
            /** @description As in the request. */
            dry_run: boolean;
            /** @description Number of items that are `registered` or `valid`. */
            succeeded: number;
            /** @description Number of items that `failed`. */
            failed: number;
            /** @description One for each shipment, in their order. */
            items: components["schemas"]["ShipmentBatchItem"][];
        };
        ShipmentBatchItem: {
            /** @description Position in `shipments`, from 0. */
            index: number;
            /** @description `registered`, now or by an earlier call with the same key; with `dry_run`, `valid`; or `failed`. */
            outcome: ("registered" | "valid" | "failed") | (string & {});
            /** @description The shipment, if it is `registered`. */
            shipment: components["schemas"]["Shipment"] | null;
            /** @description With `dry_run`: the newest shipment with the same `merchant_order_ref` that is not cancelled, if there is one. */
            existing_shipment_id: string | null;
            /** @description Why the item `failed`: the error that `POST /api/v1/shipments` has for this shipment. Its `details` begin at the shipment: `/parcels/0/weight_kg`. */
            error: components["schemas"]["ErrorObject"] | null;
        };
        ShipmentCheck: {
            /** @description A text that a carrier, or its label, cannot take whole (`text_shortened`, `text_unprintable`), or options that a carrier cannot do (`option_not_supported`). */
            messages: components["schemas"]["CarrierMessage"][];
        };
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `ready`: Registered, or booked and not picked up yet.
         *     - `in_transit`: Picked up and on its way. On-demand shipments are in_transit from the start.
         *     - `out_for_delivery`: On its way to the recipient, or at the door.
         *     - `awaiting_collection`: At a collection point, where the recipient collects it.
         *     - `delivery_attempted`: Nobody took it at the door; the carrier tries again or returns it.
         *     - `on_hold`: The carrier has stopped it for now, such as at customs.
         *     - `returning`: On its way back to the sender.
         *     - `delivered`: The recipient has it. Final, unless it is returned later.
         *     - `returned`: Back with the sender. Final.
         *     - `failed`: Not delivered: lost or damaged after the pickup, or no courier was found; see failure_reason. Final, unless the carrier corrects it.
         *     - `cancelled`: Cancelled by you, or by the carrier after the pickup. Final.
         *     - `expired`: Not booked in time, usually within 14 days after the collection date. Final.
         */
        ShipmentStatus: ("ready" | "in_transit" | "out_for_delivery" | "awaiting_collection" | "delivery_attempted" | "on_hold" | "returning" | "delivered" | "returned" | "failed" | "cancelled" | "expired") | (string & {});
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `pending`: Open: an option can be booked until it expires.
         *     - `accepted`: A carrier has accepted the booking of an option, which is selected_option.
         *     - `expired`: All options have expired.
         *     - `superseded`: The route, the parcels or the collection time have changed, or another quote was booked. Request a new quote.
         *     - `cancelled`: The shipment has ended.
         */
        QuoteStatus: ("pending" | "accepted" | "expired" | "superseded" | "cancelled") | (string & {});
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `pending`: The carrier is asked; its answer is not known yet.
         *     - `assigned`: The carrier has accepted the booking. A driver may not be named yet.
         *     - `reassigning`: The carrier, or your own fleet, gives the job to another driver.
         *     - `en_route_to_pickup`: The driver is on the way to the pickup.
         *     - `arrived_at_pickup`: The driver is at the pickup.
         *     - `picked_up`: The driver has the parcels.
         *     - `en_route_to_dropoff`: The driver is on the way to the recipient.
         *     - `arrived_at_dropoff`: The driver is at the recipient.
         *     - `returning`: The parcels are on their way back to the sender.
         *     - `delivered`: The recipient has the parcels. Final, unless they are returned later.
         *     - `returned`: The parcels are back with the sender. Final.
         *     - `failed`: The carrier has refused or given up the job, or lost the parcels; see failure_reason. Before the pickup, the shipment can be booked again.
         *     - `cancelled`: Cancelled by you or by the carrier. Before the pickup, the shipment can be booked again.
         */
        BookingStatus: ("pending" | "assigned" | "reassigning" | "en_route_to_pickup" | "arrived_at_pickup" | "picked_up" | "en_route_to_dropoff" | "arrived_at_dropoff" | "returning" | "delivered" | "returned" | "failed" | "cancelled") | (string & {});
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `damaged`: A parcel is damaged.
         *     - `lost`: A parcel is lost.
         *     - `address_not_found`: The driver does not find the address.
         *     - `incorrect_address`: The address is wrong or incomplete.
         *     - `recipient_not_available`: Nobody is there to take the parcels.
         *     - `recipient_refused`: The recipient does not take the parcels.
         *     - `business_closed`: The place is closed.
         *     - `access_restricted`: The driver cannot get to the door.
         *     - `verification_failed`: The identity or age of the recipient, or a PIN, could not be verified.
         *     - `customs_delay`: Customs holds the parcels.
         *     - `customs_documents`: Customs needs documents.
         *     - `weather`: The weather delays the delivery.
         *     - `vehicle_issue`: The vehicle has broken down.
         *     - `capacity`: No driver or vehicle is free: the delivery waits for one, or the job has ended for lack of one.
         *     - `security`: A security check delays the delivery.
         *     - `regulatory`: A regulation or an authority delays the delivery.
         *     - `unknown`: The carrier reports an incident without a reason.
         */
        Incident: ("damaged" | "lost" | "address_not_found" | "incorrect_address" | "recipient_not_available" | "recipient_refused" | "business_closed" | "access_restricted" | "verification_failed" | "customs_delay" | "customs_documents" | "weather" | "vehicle_issue" | "capacity" | "security" | "regulatory" | "unknown") | (string & {});
        /** @description Values can be added: treat an unknown one as no value. */
        EventTypeName: ("shipment.created" | "shipment.updated" | "shipment.in_transit" | "shipment.out_for_delivery" | "shipment.awaiting_collection" | "shipment.delivery_attempted" | "shipment.on_hold" | "shipment.returning" | "shipment.delivered" | "shipment.returned" | "shipment.failed" | "shipment.cancelled" | "shipment.expired" | "quote.created" | "quote.accepted" | "quote.expired" | "quote.superseded" | "quote.cancelled" | "booking.created" | "booking.updated" | "booking.driver_assigned" | "booking.delivered" | "booking.proof_ready" | "booking.failed" | "booking.cancelled" | "booking.driver_location" | "carrier_account.failing" | "webhook.test" | "webhook.subscription_disabled") | (string & {});
        /**
         * @description Values can be added: treat an unknown one as no value.
         *
         *     - `pending`: Will be sent at next_attempt_at; if that is null, after the previous delivery of its subject.
         *     - `sending`: Is being sent.
         *     - `retrying`: Failed, and will be sent again at next_attempt_at.
         *     - `succeeded`: Your receiver responded with 2xx.
         *     - `failed`: No attempts are left, your receiver responded with 410, or a manual redelivery failed.
         *     - `paused`: Kept, because the subscription is not active.
         *     - `cancelled`: The subscription was deleted.
         */
        DeliveryStatus: ("pending" | "sending" | "succeeded" | "retrying" | "failed" | "paused" | "cancelled") | (string & {});
        /** @description Values can be added: treat an unknown one as no value. */
        ReplayStatus: ("running" | "completed" | "cancelled") | (string & {});
        ShipmentEvent: {
            id: string;
            /**
             * @description The type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "shipment.created" | "shipment.updated" | "shipment.in_transit" | "shipment.out_for_delivery" | "shipment.awaiting_collection" | "shipment.delivery_attempted" | "shipment.on_hold" | "shipment.returning" | "shipment.delivered" | "shipment.returned" | "shipment.failed" | "shipment.cancelled" | "shipment.expired";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            api_version: "v1";
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            subject: components["schemas"]["EventSubject"];
            /** @description Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none. */
            sequence: number | null;
            data: {
                /** @description The resource as it was returned at that moment. */
                object: components["schemas"]["Shipment"] | components["schemas"]["TruncatedObject"];
                previous_attributes: {
                    [key: string]: unknown;
                };
                parcel?: components["schemas"]["EventParcel"];
            };
            request: {
                id: string | null;
                idempotency_key: string | null;
            };
        };
        QuoteEvent: {
            id: string;
            /**
             * @description The type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "quote.created" | "quote.accepted" | "quote.expired" | "quote.superseded" | "quote.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            api_version: "v1";
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            subject: components["schemas"]["EventSubject"];
            /** @description Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none. */
            sequence: number | null;
            data: {
                /** @description The resource as it was returned at that moment. */
                object: components["schemas"]["Quote"] | components["schemas"]["TruncatedObject"];
                previous_attributes: {
                    [key: string]: unknown;
                };
                parcel?: components["schemas"]["EventParcel"];
            };
            request: {
                id: string | null;
                idempotency_key: string | null;
            };
        };
        BookingEvent: {
            id: string;
            /**
             * @description The type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "booking.created" | "booking.updated" | "booking.driver_assigned" | "booking.delivered" | "booking.proof_ready" | "booking.failed" | "booking.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            api_version: "v1";
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            subject: components["schemas"]["EventSubject"];
            /** @description Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none. */
            sequence: number | null;
            data: {
                /** @description The resource as it was returned at that moment. */
                object: components["schemas"]["Booking"] | components["schemas"]["TruncatedObject"];
                previous_attributes: {
                    [key: string]: unknown;
                };
                parcel?: components["schemas"]["EventParcel"];
            };
            request: {
                id: string | null;
                idempotency_key: string | null;
            };
        };
        DriverLocationEvent: {
            id: string;
            /**
             * @description The type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "booking.driver_location";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            api_version: "v1";
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            subject: components["schemas"]["EventSubject"];
            /** @description Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none. */
            sequence: number | null;
            data: {
                /** @description The resource as it was returned at that moment. */
                object: components["schemas"]["DriverLocation"] | components["schemas"]["TruncatedObject"];
                previous_attributes: {
                    [key: string]: unknown;
                };
                parcel?: components["schemas"]["EventParcel"];
            };
            request: {
                id: string | null;
                idempotency_key: string | null;
            };
        };
        CarrierAccountEvent: {
            id: string;
            /**
             * @description The type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "carrier_account.failing";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            api_version: "v1";
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            subject: components["schemas"]["EventSubject"];
            /** @description Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none. */
            sequence: number | null;
            data: {
                /** @description The resource as it was returned at that moment. */
                object: components["schemas"]["CarrierAccount"] | components["schemas"]["TruncatedObject"];
                previous_attributes: {
                    [key: string]: unknown;
                };
                parcel?: components["schemas"]["EventParcel"];
            };
            request: {
                id: string | null;
                idempotency_key: string | null;
            };
        };
        SubscriptionEvent: {
            id: string;
            /**
             * @description The type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test" | "webhook.subscription_disabled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            api_version: "v1";
            /** @description The merchant of the token. */
            merchant_id: string;
            /** @description The environment of the token. */
            environment_id: string;
            livemode: boolean;
            subject: components["schemas"]["EventSubject"];
            /** @description Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none. */
            sequence: number | null;
            data: {
                /** @description The resource as it was returned at that moment. */
                object: components["schemas"]["Subscription"] | components["schemas"]["TruncatedObject"];
                previous_attributes: {
                    [key: string]: unknown;
                };
                parcel?: components["schemas"]["EventParcel"];
            };
            request: {
                id: string | null;
                idempotency_key: string | null;
            };
        };
        /** @description Replaces an object that is too large to send. Fetch it by its id. */
        TruncatedObject: {
            /** @constant */
            truncated: true;
            status?: string | null;
        };
        ListMeta: {
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Entries per page. */
            limit: number;
        };
        Error: {
            /** @constant */
            success: false;
            error: components["schemas"]["ErrorObject"];
        };
        Problem: {
            /** @description `error.doc_url`. */
            type: string;
            /** @description The meaning of `code`. */
            title: string;
            /** @description `error.message`. */
            detail: string;
            /** @description The error code. See /docs/errors. */
            code: components["schemas"]["ErrorCode"];
            /** @description The HTTP status. */
            status: number;
            /** @description Every invalid field of the request. */
            details: components["schemas"]["ErrorDetail"][];
            /** @description `true`: the same request may succeed later; send it again with the same `Idempotency-Key`, after the seconds in `Retry-After` if the response has it. `false`: it fails again until the request or the state of the resource is another one. */
            retryable: boolean;
            /** @description The carrier's error, if a carrier is the cause. */
            carrier: components["schemas"]["CarrierError"] | null;
            /** @description Further facts, such as current_status. */
            meta: {
                [key: string]: unknown;
            };
            /** @description The X-Request-Id of the response; in a replayed one, that of the first response. */
            request_id: string;
            /** @description `error.type`. */
            error_type: ("invalid_request" | "authentication" | "not_found" | "permission" | "conflict" | "carrier" | "rate_limit" | "internal") | (string & {});
            /** @constant */
            success: false;
            error: components["schemas"]["ErrorObject"];
        };
        ErrorDetail: {
            /** @description Path of the field, such as parcels[0].weight_kg. */
            field: string;
            /** @description JSON Pointer (RFC 6901), such as /parcels/0/weight_kg. */
            pointer: string;
            /** @description What is wrong with the field: /docs/errors#details has the meaning of each. More may be added. */
            code: ("required" | "invalid_type" | "invalid_value" | "invalid_format" | "invalid_characters" | "invalid_key" | "invalid_country" | "invalid_currency" | "invalid" | "too_short" | "too_long" | "too_few" | "too_many" | "too_small" | "too_large" | "too_many_decimals" | "unknown_field" | "read_only" | "conflicting_fields" | "not_allowed" | "repeated" | "overlapping" | "mismatch" | "time_required" | "deliver_by_in_past" | "unknown_parcel" | "unknown_carrier" | "unknown_service" | "endpoint_not_allowed" | "wrong_mode" | "not_reachable" | "not_offered" | "not_listed" | "invalid_cursor" | "collection_date_in_past" | "metadata_limit_exceeded" | "invalid_webhook_url" | "unknown_event_type") | (string & {});
            /** @description What is wrong, in words, to be read after the name of the field. */
            message: string;
            location: ("body" | "query" | "path" | "header") | (string & {});
        };
        CarrierError: {
            carrier_code: string;
            code: string;
            message: string;
            http_status: number | null;
        };
        /** @description New codes can be added: act on status and retryable for one you do not know. */
        ErrorCode: ("invalid_json" | "invalid_parameter" | "invalid_cursor" | "invalid_header" | "environment_required" | "unauthenticated" | "invalid_token" | "token_expired" | "token_revoked" | "session_ended" | "sign_in_failed" | "oidc_sign_in_failed" | "link_not_valid" | "challenge_not_valid" | "csrf_failed" | "oidc_sign_in_required" | "confirmation_required" | "access_suspended" | "insufficient_scope" | "merchant_mismatch" | "environment_not_found" | "shipment_not_found" | "pickup_location_not_found" | "quote_not_found" | "quote_option_not_found" | "booking_not_found" | "batch_not_found" | "label_batch_not_found" | "pickup_not_found" | "manifest_not_found" | "subscription_not_found" | "delivery_not_found" | "replay_not_found" | "event_not_found" | "carrier_account_not_found" | "rate_card_not_found" | "driver_not_found" | "driver_job_not_found" | "api_key_not_found" | "note_not_found" | "saved_view_not_found" | "api_call_not_found" | "parcel_preset_not_found" | "proof_not_found" | "label_not_found" | "label_not_ready" | "label_not_available" | "invalid_image" | "member_not_found" | "invitation_not_found" | "session_not_found" | "simulator_fault_not_found" | "oidc_provider_not_found" | "passkey_not_found" | "route_not_found" | "method_not_allowed" | "not_acceptable" | "unsupported_media_type" | "payload_too_large" | "shipment_not_cancellable" | "shipment_not_updatable" | "shipment_not_bookable" | "shipment_on_hold" | "shipment_not_holdable" | "shipment_not_returnable" | "return_not_decidable" | "note_limit_reached" | "note_not_yours" | "shipment_busy" | "shipment_already_booked" | "quote_expired" | "quote_option_expired" | "quote_superseded" | "quote_already_used" | "shipment_not_erasable" | "booking_not_doubtful" | "booking_not_cancellable" | "pickup_not_cancellable" | "pickup_too_expensive" | "manifest_empty" | "manifest_not_ready" | "manifest_not_available" | "cancellation_refused" | "update_refused" | "idempotency_in_progress" | "subscription_limit_reached" | "pickup_location_exists" | "pickup_location_limit_reached" | "geocoder_not_configured" | "carrier_account_limit_reached" | "rate_card_limit_reached" | "driver_limit_reached" | "driver_has_jobs" | "driver_not_free" | "saved_view_limit_reached" | "parcel_preset_limit_reached" | "last_owner" | "simulator_fault_limit_reached" | "oidc_provider_exists" | "totp_in_use" | "totp_not_enabled" | "own_second_factor" | "own_password_reset" | "passkey_in_use" | "passkey_limit_reached" | "passkeys_not_available" | "email_in_use" | "merchant_choice_required" | "api_key_limit_reached" | "api_key_not_active" | "offer_over" | "report_out_of_order" | "booking_not_movable" | "booking_not_assignable" | "replay_limit_reached" | "subscription_not_active" | "data_erased" | "events_expired" | "version_conflict" | "validation_error" | "idempotency_key_reused" | "quote_mismatch" | "collection_date_in_past" | "no_rates_available" | "dispatch_not_served" | "item_not_processed" | "invalid_webhook_url" | "unknown_event_type" | "metadata_limit_exceeded" | "credentials_refused" | "parcel_too_heavy" | "carrier_refused" | "rate_limited" | "internal_error" | "carrier_error" | "carrier_unavailable" | "service_unavailable" | "carrier_timeout" | "upstream_timeout") | (string & {});
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listShipments: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only shipments in this status, or in one of several: `status=a,b`. */
                status?: ("ready" | "in_transit" | "out_for_delivery" | "awaiting_collection" | "delivery_attempted" | "on_hold" | "returning" | "delivered" | "returned" | "failed" | "cancelled" | "expired")[];
                /** @description Created at this time, or on this date (UTC), or later. */
                created_from?: string;
                /** @description Created before this time, or on this date (UTC) or earlier. */
                created_to?: string;
                /** @description Last changed at this time, or on this date (UTC), or later. */
                updated_from?: string;
                /** @description Last changed before this time, or on this date (UTC) or earlier. */
                updated_to?: string;
                /** @description Not ended, and `eta.to` of the booking is then, or on this date (UTC), or later. */
                arrival_from?: string;
                /** @description The same before this time, or on this date (UTC) or earlier. */
                arrival_to?: string;
                /** @description `collection_date` is this date or later. Of a timestamp, the date counts as it is written. */
                collection_from?: string;
                /** @description `collection_date` is this date or earlier. */
                collection_to?: string;
                /** @description The latest booking is with this carrier, or with one of several: `a,b`. */
                carrier_code?: string[];
                /** @description The latest booking is of this service, or of one of several: `a,b`. */
                service_code?: string[];
                /** @description The latest booking is with an aggregator, and this carrier, or one of several, carries the parcels: `USPS,UPS`, in any case. */
                carried_by?: string[];
                /** @description The latest booking has this tracking number, or one of several: `a,b`, in any case. */
                tracking_number?: string[];
                /** @description The latest booking is late with the pickup (not collected by the end of `collection_date`, or by `eta.from` of the booking if that is earlier) or with the delivery (not ended at `eta.to`): `late=pickup,delivery` finds both. */
                late?: ("pickup" | "delivery")[];
                /** @description The `incident` of the latest booking is this one, or one of several: `a,b`. With `status`, only of shipments that have not ended. */
                incident?: ("damaged" | "lost" | "address_not_found" | "incorrect_address" | "recipient_not_available" | "recipient_refused" | "business_closed" | "access_restricted" | "verification_failed" | "customs_delay" | "customs_documents" | "weather" | "vehicle_issue" | "capacity" | "security" | "regulatory" | "unknown")[];
                /** @description Only shipments with this `failure_reason`, or with one of several: `a,b`. */
                failure_reason?: string[];
                /** @description Only shipments with exactly this reference. */
                merchant_order_ref?: string;
                /** @description `metadata[key]=value`: only shipments with this entry. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Matches the beginning of a reference, post code, tracking number, `carrier_job_id`, or word of the recipient's name or company; also a whole `shp_…` or `bkg_…`. Of shipments, also the recipient's street, city, e-mail, and the end of the phone number. At least 3 characters, or one of a Chinese, Japanese or Korean name. See [Lists and pages](/docs/pagination#filters). */
                q?: string;
                /** @description Default: `-created_at`, newest first. An entry that changes while you read pages sorted by `updated_at` moves: ascending, it appears again later; descending, you can miss it. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Only shipments that wait for your booking (`booking`), the end of a hold (`release`), your answer to who asks for the return (`approval`), or, on demand, a courier (`courier`): `a,b`. */
                waiting_for?: ("booking" | "courier" | "release" | "approval")[];
                /** @description Only returns, or only other shipments. */
                direction?: "outbound" | "return";
                /** @description Only returns of this shipment. */
                return_of?: string;
                /** @description Only shipments with this tag, or with one of several: `a,b`, in any case. */
                tag?: string[];
                /** @description Only shipments that this member takes care of, or one of several: `usr_a,usr_b`. `none`: nobody does. `me`: you, if you are signed in. */
                assignee_id?: string[];
                /** @description Only shipments with a note that has all of these words, or words that begin with them, in any case. */
                note?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShipment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    createOnDemandShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOnDemandShipment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    checkShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShipment"] | components["schemas"]["CreateOnDemandShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ShipmentCheck"];
                    };
                };
            };
        };
    };
    createShipmentBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShipmentBatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ShipmentBatch"];
                    };
                };
            };
        };
    };
    countShipments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ShipmentCounts"];
                    };
                };
            };
        };
    };
    listShipmentAddresses: {
        parameters: {
            query?: {
                /** @description Required. The shipments, up to 100: `shp_a,shp_b`. */
                shipment_id?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ShipmentAddresses"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    updateShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    getShipmentAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ShipmentAddresses"];
                    };
                };
            };
        };
    };
    cancelShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Cancellation"];
                    };
                };
            };
        };
    };
    returnShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReturnShipment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    listShipmentEvents: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TimelineEntry"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    holdShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    releaseShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    assignShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    tagShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Shipment"];
                    };
                };
            };
        };
    };
    editShipments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditShipments"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EditedShipments"];
                    };
                };
            };
        };
    };
    listShipmentTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ShipmentTag"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Note"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNote"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    streamShipment: {
        parameters: {
            query?: {
                /** @description Same as the header Last-Event-ID, for callers that cannot set it. The header takes precedence. */
                last_event_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listPickupLocations: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PickupLocation"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createPickupLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePickupLocation"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PickupLocation"];
                    };
                };
            };
        };
    };
    getPickupLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PickupLocation"];
                    };
                };
            };
        };
    };
    deletePickupLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePickupLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePickupLocation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PickupLocation"];
                    };
                };
            };
        };
    };
    getCustomsDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomsDefaults"];
                    };
                };
            };
        };
    };
    resetCustomsDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCustomsDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomsDefaults"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomsDefaults"];
                    };
                };
            };
        };
    };
    getReturnRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReturnRules"];
                    };
                };
            };
        };
    };
    resetReturnRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateReturnRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReturnRules"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReturnRules"];
                    };
                };
            };
        };
    };
    listQuotes: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only quotes in this status. */
                status?: "pending" | "accepted" | "expired" | "superseded" | "cancelled";
                /** @description Only quotes of this shipment. */
                shipment_id?: string;
                /** @description Only quotes requested at this time, or on this date (UTC), or later. */
                requested_from?: string;
                /** @description Only quotes requested before this time, or on this date (UTC) or earlier. */
                requested_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Quote"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQuote"] | components["schemas"]["CreateQuoteForShipment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    listQuotesOfShipment: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only quotes in this status. */
                status?: "pending" | "accepted" | "expired" | "superseded" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Quote"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listQuoteExchanges: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierExchange"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    bookShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only bookings in this status, or in one of several: `status=a,b`. */
                status?: ("pending" | "assigned" | "reassigning" | "en_route_to_pickup" | "arrived_at_pickup" | "picked_up" | "en_route_to_dropoff" | "arrived_at_dropoff" | "returning" | "delivered" | "returned" | "failed" | "cancelled")[];
                /** @description Created at this time, or on this date (UTC), or later. */
                created_from?: string;
                /** @description Created before this time, or on this date (UTC) or earlier. */
                created_to?: string;
                /** @description Last changed at this time, or on this date (UTC), or later. */
                updated_from?: string;
                /** @description Last changed before this time, or on this date (UTC) or earlier. */
                updated_to?: string;
                /** @description Not ended, and `eta.to` of the booking is then, or on this date (UTC), or later. */
                arrival_from?: string;
                /** @description The same before this time, or on this date (UTC) or earlier. */
                arrival_to?: string;
                /** @description `collection_date` is this date or later. Of a timestamp, the date counts as it is written. */
                collection_from?: string;
                /** @description `collection_date` is this date or earlier. */
                collection_to?: string;
                /** @description Only bookings with this carrier, or with one of several: `a,b`. */
                carrier_code?: string[];
                /** @description Only bookings of this service, or of one of several: `a,b`. */
                service_code?: string[];
                /** @description Only bookings with an aggregator whose parcels this carrier carries, or one of several: `USPS,UPS`, in any case. */
                carried_by?: string[];
                /** @description Only bookings with this tracking number, or with one of several: `a,b`, in any case. */
                tracking_number?: string[];
                /** @description Only bookings that are late with the pickup (not collected by the end of `collection_date`, or by `eta.from` of the booking if that is earlier) or with the delivery (not ended at `eta.to`): `late=pickup,delivery` finds both. */
                late?: ("pickup" | "delivery")[];
                /** @description Only bookings with this `incident`, or with one of several: `a,b`. With `status`, only of bookings that have not ended. */
                incident?: ("damaged" | "lost" | "address_not_found" | "incorrect_address" | "recipient_not_available" | "recipient_refused" | "business_closed" | "access_restricted" | "verification_failed" | "customs_delay" | "customs_documents" | "weather" | "vehicle_issue" | "capacity" | "security" | "regulatory" | "unknown")[];
                /** @description Only bookings with this `failure_reason`, or with one of several: `a,b`. */
                failure_reason?: string[];
                /** @description Only bookings with exactly this reference. */
                merchant_order_ref?: string;
                /** @description `metadata[key]=value`: only bookings with this entry. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Matches the beginning of a reference, post code, tracking number, `carrier_job_id`, or word of the recipient's name or company; also a whole `shp_…` or `bkg_…`. Of shipments, also the recipient's street, city, e-mail, and the end of the phone number. At least 3 characters, or one of a Chinese, Japanese or Korean name. See [Lists and pages](/docs/pagination#filters). */
                q?: string;
                /** @description Default: `-created_at`, newest first. An entry that changes while you read pages sorted by `updated_at` moves: ascending, it appears again later; descending, you can miss it. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Only bookings of this shipment. */
                shipment_id?: string;
                /** @description Only bookings whose label was marked as printed, or only the others. */
                printed?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getBookingOfShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    listBookingsOfShipments: {
        parameters: {
            query?: {
                /** @description Required. The shipments, up to 100: `shp_a,shp_b`. */
                shipment_id?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getDriverLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DriverLocation"];
                    };
                };
            };
        };
    };
    listBookingExchanges: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierExchange"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getBooking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    createBookingBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBookingBatch"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BookingBatch"];
                    };
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BookingBatch"];
                    };
                };
            };
        };
    };
    listBatchItems: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only items with this status. */
                status?: "pending" | "booked" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BookingBatchItem"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getCosts: {
        parameters: {
            query?: {
                /** @description A date in the first week. Default: four weeks. */
                from?: string;
                /** @description A date in the last week. Default: today (UTC). */
                to?: string;
                /** @description Default: all. Currencies are never added. */
                group_by?: ("week" | "carrier" | "service")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Costs"];
                    };
                };
            };
        };
    };
    createLabelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLabelBatch"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["LabelBatch"];
                    };
                };
            };
        };
    };
    getLabelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["LabelBatch"];
                    };
                };
            };
        };
    };
    getLabelBatchDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/zpl": string;
                };
            };
        };
    };
    getLabel: {
        parameters: {
            query?: {
                /** @description `qr`: the code of a return. `customs`: the carrier's papers as PDF; until they are made, 409 `label_not_ready`. Without any, Waybill's for goods that cross a border: `invoice`, or by a post `cn22` (letter post, each parcel up to 2 kg and 300 SDR; 4 × 6 inches) or `cn23` (A4). Those need a token and `items`. */
                document?: "label" | "qr" | "customs" | "invoice" | "cn22" | "cn23";
                /** @description File format. Default: the first format that the Accept header names and the carrier supports; without such a header, the first that the carrier supports. */
                format?: "pdf" | "zpl" | "png";
                /** @description `4x6`: 4 × 6 inches, for label printers. `a4`: on office paper. Default: the first size that the carrier supports. */
                size?: "4x6" | "a4";
                /** @description Number of a parcel, from 1: only its label. Default: the labels of all parcels; for png, the label of the first parcel. */
                parcel?: number;
                /** @description Part of a signed URL. */
                environment?: string;
                /** @description Part of a signed URL: when it expires, in Unix seconds. */
                expires?: string;
                /** @description Part of a signed URL. */
                signature?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/zpl": string;
                    "image/png": string;
                };
            };
        };
    };
    getProofMedia: {
        parameters: {
            query?: {
                /** @description Part of a signed URL. */
                environment?: string;
                /** @description Part of a signed URL: when it expires, in Unix seconds. */
                expires?: string;
                /** @description Part of a signed URL. */
                signature?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "image/heic": string;
                    "application/pdf": string;
                    "application/octet-stream": string;
                };
            };
        };
    };
    markLabelPrinted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    revokeDocumentLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    listPickups: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only pickups with this status. */
                status?: "requested" | "scheduled" | "changed" | "missed" | "cancelled" | "failed" | "unknown";
                /** @description Only pickups of this booking. */
                booking_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Pickup"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createPickup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePickup"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Pickup"];
                    };
                };
            };
        };
    };
    getPickup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Pickup"];
                    };
                };
            };
        };
    };
    cancelPickup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Pickup"];
                    };
                };
            };
        };
    };
    listManifests: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only manifests with this status. */
                status?: "creating" | "created" | "failed";
                /** @description Only manifests of this booking. */
                booking_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Manifest"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createManifest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateManifest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Manifest"];
                    };
                };
            };
        };
    };
    listOpenLabels: {
        parameters: {
            query?: {
                /** @description The day to close, YYYY-MM-DD. Default: today in UTC. */
                ship_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OpenLabels"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getManifest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Manifest"];
                    };
                };
            };
        };
    };
    getManifestDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: all; with `cursor`, 100. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriptionWithBacklog"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscription"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["NewSubscription"];
                    };
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriptionWithBacklog"];
                    };
                };
            };
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscription"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ChangedSubscription"];
                    };
                };
            };
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RotatedSubscription"];
                    };
                };
            };
        };
    };
    testSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EventType"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only deliveries in this status. */
                status?: "pending" | "sending" | "succeeded" | "retrying" | "failed" | "paused" | "cancelled";
                /** @description Only deliveries of this event type. */
                event?: "shipment.created" | "shipment.updated" | "shipment.in_transit" | "shipment.out_for_delivery" | "shipment.awaiting_collection" | "shipment.delivery_attempted" | "shipment.on_hold" | "shipment.returning" | "shipment.delivered" | "shipment.returned" | "shipment.failed" | "shipment.cancelled" | "shipment.expired" | "quote.created" | "quote.accepted" | "quote.expired" | "quote.superseded" | "quote.cancelled" | "booking.created" | "booking.updated" | "booking.driver_assigned" | "booking.delivered" | "booking.proof_ready" | "booking.failed" | "booking.cancelled" | "booking.driver_location" | "carrier_account.failing" | "webhook.test" | "webhook.subscription_disabled";
                /** @description Only the delivery of this event, or of each of up to 100: `evt_a,evt_b`. */
                event_id?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Delivery"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
        };
    };
    createReplay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReplay"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Replay"];
                    };
                };
            };
        };
    };
    previewReplay: {
        parameters: {
            query?: {
                /** @description Counts events of this time, or on this date (UTC), or later. Default: the oldest that a replay sends. */
                since?: string;
                /** @description Counts events before this time, or on this date (UTC) or earlier. Default: now. */
                until?: string;
                /** @description Event types or wildcards, separated by commas. Default: those of the subscription. */
                events?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReplayPreview"];
                    };
                };
            };
        };
    };
    listReplays: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only replays in this status. */
                status?: "running" | "completed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Replay"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Replay"];
                    };
                };
            };
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Replay"];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. With `order=asc` and without a period also `latest`: returns an empty page whose next_cursor leads to the events recorded from now on. */
                cursor?: string;
                /** @description Only events of this type, or matching a wildcard such as `shipment.*`. */
                type?: string;
                /** @description Only events of this shipment, quote or booking. */
                subject_id?: string;
                /** @description Only events at this time, or on this date (UTC), or later. */
                created_from?: string;
                /** @description Only events before this time, or on this date (UTC) or earlier. */
                created_to?: string;
                /** @description `asc`: oldest first. Every page then has a next_cursor, also an empty one; the events after it are the new ones. Default: `desc`. */
                order?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Event"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Same as the header Last-Event-ID, for callers that cannot set it. The header takes precedence. */
                last_event_id?: string;
                /** @description Only events of this type, or of one of several: `type=a,b`. Wildcards such as `shipment.*` are types too. `booking.driver_location` is matched by its name only. */
                type?: string[];
                /** @description Only events of this shipment, quote or booking. */
                subject_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    advanceShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdvanceShipment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SimulatorFault"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    planFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanFault"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SimulatorFault"];
                    };
                };
            };
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Carrier"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listCarrierAccounts: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierAccount"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createCarrierAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCarrierAccount"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierAccount"];
                    };
                };
            };
        };
    };
    getCarrierAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierAccount"];
                    };
                };
            };
        };
    };
    deleteCarrierAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCarrierAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCarrierAccount"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierAccount"];
                    };
                };
            };
        };
    };
    verifyCarrierAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CarrierAccount"];
                    };
                };
            };
        };
    };
    checkAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckAddress"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AddressCheck"];
                    };
                };
            };
        };
    };
    locateAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocateAddress"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AddressLocation"];
                    };
                };
            };
        };
    };
    listRateCards: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RateCard"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createRateCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRateCard"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RateCard"];
                    };
                };
            };
        };
    };
    getRateCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RateCard"];
                    };
                };
            };
        };
    };
    deleteRateCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRateCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRateCard"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RateCard"];
                    };
                };
            };
        };
    };
    listDrivers: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriver"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createDriver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDriver"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriverWithToken"];
                    };
                };
            };
        };
    };
    getDriver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriver"];
                    };
                };
            };
        };
    };
    deleteDriver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDriver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDriver"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriver"];
                    };
                };
            };
        };
    };
    rotateDriverToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriverWithToken"];
                    };
                };
            };
        };
    };
    assignDriver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignDriver"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
        };
    };
    getMyself: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriver"];
                    };
                };
            };
        };
    };
    setAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriverAvailability"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FleetDriver"];
                    };
                };
            };
        };
    };
    listMyJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DriverJob"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    acceptOffer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    declineOffer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriverReport"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addJobPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addJobSignature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportPosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriverPosition"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSavedViews: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only views of this list. */
                resource?: "shipments" | "bookings";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedView"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedView"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedView"];
                    };
                };
            };
        };
    };
    getSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedView"];
                    };
                };
            };
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedView"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedView"];
                    };
                };
            };
        };
    };
    listParcelPresets: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ParcelPreset"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createParcelPreset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateParcelPreset"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ParcelPreset"];
                    };
                };
            };
        };
    };
    getParcelPreset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ParcelPreset"];
                    };
                };
            };
        };
    };
    deleteParcelPreset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateParcelPreset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateParcelPreset"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ParcelPreset"];
                    };
                };
            };
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Branding"];
                    };
                };
            };
        };
    };
    resetBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBranding"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Branding"];
                    };
                };
            };
        };
    };
    uploadLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Branding"];
                    };
                };
            };
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listApiCalls: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only calls with this method, or with one of several: `POST,PATCH`. */
                method?: ("GET" | "POST" | "PATCH" | "DELETE" | "HEAD")[];
                /** @description Only calls whose status begins so: `4xx,5xx` are the failed ones. */
                status_class?: ("2xx" | "3xx" | "4xx" | "5xx")[];
                /** @description Only calls of this operation of the OpenAPI document, or of one of several: `createShipment,createQuote`. */
                operation_id?: string[];
                /** @description `false`: without the GET calls of people, by which the console reads. */
                console_reads?: "true" | "false";
                /** @description Only calls by this key, user or driver. */
                actor_id?: string;
                /** @description Only calls with this error code. */
                error_code?: string;
                /** @description Only calls with this `X-Request-Id`. */
                request_id?: string;
                /** @description Only calls about this object: its id, such as shp_…, is in the path or, of a successful write, in the response. */
                subject?: string;
                /** @description Answered at this time, or on this date (UTC), or later. */
                occurred_from?: string;
                /** @description Answered before this time, or on this date (UTC) or earlier. */
                occurred_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiCallSummary"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getApiCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiCall"];
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only keys with this status. */
                status?: "active" | "suspended" | "expired" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKeyWithToken"];
                    };
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKeyWithToken"];
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadLink"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["LinkAccount"];
                    };
                };
            };
        };
    };
    createSessionWithLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInWithLink"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OwnSession"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    revokeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createSessionWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    getTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Totp"];
                    };
                };
            };
        };
    };
    setUpTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TotpSetup"];
                    };
                };
            };
        };
    };
    enableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    createPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
    };
    createSessionWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInWithPasskey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    createConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
    };
    confirmSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Confirmation"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Passkey"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePasskey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    createPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePasskey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    createOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginOidcSignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OidcSignIn"];
                    };
                };
            };
        };
    };
    createSessionWithOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishOidcSignIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    listOidcProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OidcProvider"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createOidcProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOidcProvider"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OidcProvider"];
                    };
                };
            };
        };
    };
    getOidcProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OidcProvider"];
                    };
                };
            };
        };
    };
    deleteOidcProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateOidcProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOidcProvider"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OidcProvider"];
                    };
                };
            };
        };
    };
    checkOidcProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OidcProviderCheck"];
                    };
                };
            };
        };
    };
    deleteMemberIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Member"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PasswordReset"];
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Invitation"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["InvitationWithLink"];
                    };
                };
            };
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Entries per page, 1 to 100. Default: 25. */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only what this user or key did. */
                actor_id?: string;
                /** @description Only this operation of the OpenAPI document, or one of several: `createShipment,cancelShipment`. */
                action?: string[];
                /** @description Only what was done to the object with this id. */
                object_id?: string;
                /** @description Only what was done in this environment. */
                environment_id?: string;
                /** @description At this time, or on this date (UTC), or later. */
                occurred_from?: string;
                /** @description Before this time, or on this date (UTC) or earlier. */
                occurred_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AuditEntry"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    receiveCallback: {
        parameters: {
            query?: {
                /** @description The secret of carriers that sign nothing, as in the registered URL. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            accepted_facts: number;
                        };
                    };
                };
            };
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The only grant that is supported.
                     * @constant
                     */
                    grant_type: "client_credentials";
                    /** @description The id of an API key, key_…, unless the Authorization header has it. */
                    client_id?: string;
                    /** @description The token of the key, unless the Authorization header has it. */
                    client_secret?: string;
                    /** @description Scopes of the key, separated by spaces. Default: all of them. */
                    scope?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Send it as `Authorization: Bearer …`. */
                        access_token: string;
                        /**
                         * @description Always `Bearer`.
                         * @constant
                         */
                        token_type: "Bearer";
                        /** @description Seconds until it expires: 900. */
                        expires_in: number;
                        /** @description The scopes of the token, separated by spaces. */
                        scope: string;
                    };
                };
            };
        };
    };
}
