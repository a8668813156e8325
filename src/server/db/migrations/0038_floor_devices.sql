CREATE TABLE "floor_devices" (
	"tenant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"category_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"credential_hash" text,
	"signed_in_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "floor_devices_tenant_id_device_id_pk" PRIMARY KEY("tenant_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "hold_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_devices" ADD CONSTRAINT "floor_devices_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_devices_code" ON "floor_devices" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "floor_devices_credential" ON "floor_devices" USING btree ("credential_hash");